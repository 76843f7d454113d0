import { type ComponentType, useEffect } from 'react';

/** Adopts a sheet for as long as there is a user of it, with the styles of the first. */
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
 * In the place of `react-style-singleton`, by which Radix's scroll lock adds a style element: no policy without a nonce
 * lets that in, but a sheet that a script has made. Of several locks at once the first one's styles apply until the last
 * is gone: later ones measure a page whose scroll bar is hidden already.
 */
export function styleSingleton(): ComponentType<{ styles: string }> {
  const share = createSharedSheet();
  return ({ styles }) => {
    useEffect(() => share(styles), [styles]);
    return null;
  };
}
