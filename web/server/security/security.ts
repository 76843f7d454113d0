import type { FastifyInstance } from 'fastify';

type PolicyOptions = {
  /** Allows inline scripts with this nonce. */
  nonce?: string;
  /** Allows inline scripts with these hashes; used if there is no nonce. */
  scriptHashes?: readonly string[];
  /** Vite's own origins and inline styles, in development only. */
  dev?: { hotReload: string };
};

/** The single source of every page's policy: own origin only, and inline scripts only with a nonce or a known hash. */
export function contentSecurityPolicy({ nonce, scriptHashes = [], dev }: PolicyOptions): string {
  const inline = nonce === undefined ? scriptHashes : [`'nonce-${nonce}'`];
  const directives = {
    'default-src': "'self'",
    'script-src': ["'self'", ...inline].join(' '),
    'style-src': dev ? "'self' 'unsafe-inline'" : "'self'",
    // React and Radix set single properties (widths, custom properties) as attributes, which can't carry a nonce.
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

/** Returns the headers of every response except assets. HSTS only if the public URL is https. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    ...assetHeaders(publicUrl),
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  };
}

/** Without the headers that apply to documents only: a page loads up to eleven assets, each with these headers. */
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
