/**
 * The colour that browsers paint around the page: the paper of `theme.css`, which a meta tag can't read. By itself because
 * the server's head tags use it, and must not load React before the renderer has chosen between its builds.
 */
export const themeColors = { light: '#fcfbf9', dark: '#141317' } as const;
