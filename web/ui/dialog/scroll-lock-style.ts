import { useEffect } from 'react';

/** Adopts a sheet with these styles while it is there. */
function Style({ styles }: { styles: string }): null {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [styles]);
  return null;
}

/**
 * In the place of `react-style-singleton`, by which Radix's scroll lock adds a style element: no policy without a nonce lets
 * that in, but a sheet that a script has made.
 */
export const styleSingleton = () => Style;
