import secureSession from '@fastify/secure-session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The content of a session cookie: nothing personal, and nothing that grants rights. */
export type Session = {
  /** Missing where it began before sessions had one: such a session ends with its version only. */
  readonly id?: string;
  readonly userId: string;
  /** The user's session version when it started; a session of an older version is over. */
  readonly version: number;
  /** Of the last write in this session; its reads wait until they can see it. */
  readonly position?: string;
  /** Where it began with a temporary password: when that expires, in milliseconds since 1970. */
  readonly temporaryUntil?: number;
};

export type SessionOptions = {
  /** 32 bytes each; the first seals, all open. */
  readonly keys: readonly Buffer[];
  /** Origin by which readers reach the journal; decides whether the cookie needs TLS. */
  readonly origin: string;
};

const seconds = { day: 86_400, life: 14 * 86_400 } as const;
/** The cookie's content, as short as it can be: it travels with every request. */
type Content = { i?: string; u?: string; v?: number; p?: string; s?: number; t?: number };

/**
 * Gives every request the session of its sealed cookie: HttpOnly, SameSite=Lax, Secure unless the origin is local,
 * expired after 14 days without use. A cookie that was changed, is too old or was sealed with another key counts as
 * none. Await it before registering the routes and hooks that use sessions.
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

/** Returns the session that came with a request or was started in it; undefined for a visitor. */
export function sessionOf(request: FastifyRequest): Session | undefined {
  const { i, u, v, p, t } = contentOf(request);
  if (u === undefined || v === undefined || request.session.deleted) return undefined;
  return {
    ...(i === undefined ? {} : { id: i }),
    userId: u,
    version: v,
    ...(p === undefined ? {} : { position: p }),
    ...(t === undefined ? {} : { temporaryUntil: t }),
  };
}

/** Starts a session with the response, in place of any other. */
export function startSession(request: FastifyRequest, session: Session): void {
  request.session.regenerate();
  set(request, { u: session.userId, v: session.version, s: now() });
  if (session.id !== undefined) set(request, { i: session.id });
  if (session.position !== undefined) set(request, { p: session.position });
  if (session.temporaryUntil !== undefined) set(request, { t: session.temporaryUntil });
}

/**
 * Returns the whole minutes for which the temporary password is valid with which this session began, 0 once it has
 * expired; undefined for a session that began otherwise, as after a change of the password.
 */
export function passwordMinutesOf(request: FastifyRequest, now: Date): number | undefined {
  const until = sessionOf(request)?.temporaryUntil;
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 60_000));
}

/** Makes later reads of the session wait for at least this position. Does nothing for a visitor. */
export function rememberPosition(request: FastifyRequest, position: string): void {
  const session = sessionOf(request);
  if (session && position > (session.position ?? '')) set(request, { p: position });
}

/** Clears the cookie with the response. Copies of it end with the session's id or the user's session version. */
export function endSession(request: FastifyRequest): void {
  request.session.delete();
}

/** Extends a session to its full 14 days, at most once a day so that most responses set no cookie. */
export function slideSession(request: FastifyRequest): void {
  if (sessionOf(request) && now() - (contentOf(request).s ?? 0) >= seconds.day) set(request, { s: now() });
}

/** Whether an origin is reached only from this machine. */
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
