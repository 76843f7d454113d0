declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Tells Radix's scroll lock, which adds a style element, the nonce that the page's policy asks for. It looks for it
 * under the name that webpack made common.
 */
export function allowInlineStyles(): void {
  globalThis.__webpack_nonce__ ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}
