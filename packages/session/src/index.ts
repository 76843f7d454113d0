import secureSession from '@fastify/secure-session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a cookie says of a reader: nothing personal, nothing that it could decide itself. */
export type Session = {
  readonly userId: string;
  /** The user's session version when it began; a session of an older one is over. */
  readonly version: number;
  /** Of the last write in this session; its reads wait until they can see it. */
  readonly position?: string;
};

export type SessionOptions = {
  /** 32 bytes each; the first seals, all open. */
  readonly keys: readonly Buffer[];
  /** Origin by which readers reach the journal; tells whether the cookie may travel without TLS. */
  readonly origin: string;
};

const seconds = { day: 86_400, life: 14 * 86_400 } as const;
/** The cookie's content, as short as it can be: it travels with every request. */
type Content = { u?: string; v?: number; p?: string; s?: number };

/**
 * Every request gets the session of its sealed cookie: HttpOnly, SameSite=Lax, Secure unless the journal is read on
 * this machine alone, over after 14 days without a sign of life. A cookie that was changed, is too old or was sealed
 * with another key is no session. To be awaited before the routes and hooks that ask for it.
 */
export async function registerSessions(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const secure = !isLocalOrigin(options.origin);
  await app.register(secureSession, {
    sessionName: 'session',
    // The prefix binds the cookie to this host and to TLS; browsers refuse it without either.
    cookieName: secure ? '__Host-journal' : 'journal',
    key: [...options.keys],
    expiry: seconds.life,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds.life },
  });
}

/** The session that came with a request or was started in it; undefined for a visitor. */
export function sessionOf(request: FastifyRequest): Session | undefined {
  const { u, v, p } = contentOf(request);
  if (u === undefined || v === undefined || request.session.deleted) return undefined;
  return { userId: u, version: v, ...(p === undefined ? {} : { position: p }) };
}

/** The answer signs its reader in, in place of whoever was. */
export function startSession(request: FastifyRequest, session: Session): void {
  request.session.regenerate();
  set(request, { u: session.userId, v: session.version, s: now() });
  if (session.position !== undefined) set(request, { p: session.position });
}

/** The session's later reads see at least this position. Does nothing for a visitor. */
export function rememberPosition(request: FastifyRequest, position: string): void {
  const session = sessionOf(request);
  if (session && position > (session.position ?? '')) set(request, { p: position });
}

/** The answer makes the browser drop its cookie. Copies of it end with the user's session version alone. */
export function endSession(request: FastifyRequest): void {
  request.session.delete();
}

/** Gives a session its full 14 days again, at most once a day so that most answers need no cookie. */
export function slideSession(request: FastifyRequest): void {
  if (sessionOf(request) && now() - (contentOf(request).s ?? 0) >= seconds.day) set(request, { s: now() });
}

/** Whether pages of this origin never leave the machine. */
export function isLocalOrigin(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Returns comma-separated keys in base64. Throws for one that has not 32 bytes. */
export function parseSessionKeys(list: string): Buffer[] {
  return list.split(',').map((text) => {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length !== 32) throw new Error('A session key must have 32 bytes');
    return key;
  });
}

const now = () => Math.floor(Date.now() / 1_000);

const contentOf = (request: FastifyRequest): Content => (request.session.data() ?? {}) as Content;

function set(request: FastifyRequest, content: Content): void {
  for (const [name, value] of Object.entries(content)) request.session.set(name as never, value as never);
}
