/** What browsers paint around the page; the paper of `tokens`, which a meta tag can't read. */
export const themeColors = { light: '#fcfbf9', dark: '#141317' } as const;
