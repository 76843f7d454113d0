import type { FastifyInstance } from 'fastify';

type PolicyOptions = {
  /** Lets inline scripts with this nonce run, or */
  nonce?: string;
  /** those with these hashes. */
  scriptHashes?: readonly string[];
  /** Vite's own origins and inline styles, in development only. */
  dev?: { hotReload: string };
};

/**
 * The one place where the policy of every page is made: own origin only, and inline scripts only with a nonce or a known
 * text.
 */
export function contentSecurityPolicy({ nonce, scriptHashes = [], dev }: PolicyOptions): string {
  const inline = nonce === undefined ? scriptHashes : [`'nonce-${nonce}'`];
  const directives = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inline].join(' '),
    'style-src': dev ? "'self' 'unsafe-inline'" : "'self'",
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

/** Returns the headers of every answer but assets. HSTS only where readers come over https. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    ...assetHeaders(publicUrl),
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
}

/** Without what browsers heed on documents alone: a page loads up to eleven assets, each with all these headers. */
function assetHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const isSecure = publicUrl.startsWith('https:');
  return {
    'x-content-type-options': 'nosniff',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

export function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const [ofOthers, ofAssets] = [securityHeaders(publicUrl), assetHeaders(publicUrl)];
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(url.startsWith('/assets/') ? ofAssets : ofOthers);
  });
}
