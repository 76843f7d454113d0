export type PolicyOptions = {
  nonce: string;
  /** Vite's own origins and inline styles, in development only. */
  dev?: { hotReload: string };
};

/** The one place where the policy of every page is made: own origin only, and inline scripts only with the nonce. */
export function contentSecurityPolicy({ nonce, dev }: PolicyOptions): string {
  const directives = {
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    // React and Radix set single properties (widths, custom properties) as attributes; they can't carry a nonce.
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': dev ? `'self' ${dev.hotReload}` : "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
