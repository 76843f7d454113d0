import { type ComponentType, useEffect } from 'react';

/** Returns a function that adopts a style sheet while it has users, with the styles of the first user. */
function createSharedSheet() {
  let sheet: CSSStyleSheet | undefined;
  let users = 0;

  function release() {
    users -= 1;
    if (users === 0)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }

  return function share(styles: string) {
    users += 1;
    if (users > 1) return release;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    return release;
  };
}

/**
 * Replaces `react-style-singleton`, with which Radix's scroll lock adds a style element. A policy without a nonce
 * blocks that, but allows a sheet constructed by a script. If several locks are active, the first one's styles apply
 * until the last is released: later ones measure a page whose scroll bar is already hidden.
 */
export function styleSingleton(): ComponentType<{ styles: string }> {
  const share = createSharedSheet();
  return ({ styles }) => {
    useEffect(() => share(styles), [styles]);
    return null;
  };
}
