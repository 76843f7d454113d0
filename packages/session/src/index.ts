import secureSession, { type Session as SealedSession } from '@fastify/secure-session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The content of a session cookie: nothing personal, and nothing that grants rights. */
export type Session = {
  /** Missing if the session started before sessions had IDs; only raising the session version ends it. */
  readonly id?: string;
  readonly userId: string;
  /** The user's session version when the session started; once the user's version is higher, the session is invalid. */
  readonly version: number;
  /** Position of the session's last write; its reads wait until they include it. */
  readonly position?: string;
  /** If the session started with a temporary password: its expiry, in milliseconds since 1970. */
  readonly temporaryUntil?: number;
  /** Whether the session started with a passkey, or with a recovery code instead. */
  readonly byPasskey?: boolean;
};

/** A WebAuthn ceremony: the challenge for a device to sign, the user and the deadline. */
export type Ceremony = {
  /** Challenge in base64url. */
  readonly challenge: string;
  /** Deadline in milliseconds since 1970. */
  readonly until: number;
  /** ID of the user who is adding a passkey; missing when signing in. */
  readonly userId?: string;
};

declare module 'fastify' {
  interface FastifyRequest {
    ceremony?: SealedSession;
  }
}

export type SessionOptions = {
  /** Keys of 32 bytes each; the first encrypts, all decrypt. */
  readonly keys: readonly Buffer[];
  /** Origin at which readers reach the journal; determines whether the cookie requires TLS. */
  readonly origin: string;
  /** Whether passkeys are used here; if so, the challenge is kept in a separate cookie. */
  readonly hasCeremonies?: boolean;
};

const seconds = { day: 86_400, life: 14 * 86_400, ceremony: 5 * 60 } as const;
/** The cookie's content, kept short because it is sent with every request. */
type Content = { i?: string; u?: string; v?: number; p?: string; s?: number; t?: number; k?: 1 };

/**
 * Gives every request the session from its encrypted cookie: HttpOnly, SameSite=Lax, Secure unless the origin is local,
 * expiring after 14 days without use. A cookie that was modified, has expired or was encrypted with another key counts
 * as none. Await this before registering the routes and hooks that use sessions.
 */
export async function registerSessions(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const secure = !isLocalOrigin(options.origin);
  // The prefix binds the cookie to this host and to TLS; browsers reject such a cookie otherwise.
  const named = (name: string) => (secure ? `__Host-${name}` : name);
  const common = { path: '/', httpOnly: true, secure } as const;
  const key = [...options.keys];
  const session = {
    sessionName: 'session',
    cookieName: named('journal'),
    key,
    expiry: seconds.life,
    cookie: { ...common, sameSite: 'lax', maxAge: seconds.life },
  } as const;
  const ceremony = {
    sessionName: 'ceremony',
    cookieName: named('journal-passkey'),
    key,
    expiry: seconds.ceremony,
    cookie: { ...common, sameSite: 'strict', maxAge: seconds.ceremony },
  } as const;
  await app.register(secureSession, options.hasCeremonies ? [session, ceremony] : [session]);
}

/** Stores a ceremony in the browser's cookie, replacing any previous one. */
export function beginCeremony(request: FastifyRequest, { challenge, until, userId }: Ceremony): void {
  for (const [name, value] of Object.entries({ c: challenge, e: until, u: userId }))
    request.ceremony?.set(name as never, value as never);
}

/** Returns the ceremony in the browser's cookie and clears the cookie. */
export function endCeremony(request: FastifyRequest): Ceremony | undefined {
  const { ceremony } = request;
  const { c, e, u }: { c?: string; e?: number; u?: string } = ceremony?.data() ?? {};
  if (c === undefined || e === undefined) return undefined;
  ceremony?.delete();
  return { challenge: c, until: e, ...(u === undefined ? {} : { userId: u }) };
}

/** Returns the session that the request carried or started; undefined for a visitor. */
export function sessionOf(request: FastifyRequest): Session | undefined {
  const { i, u, v, p, t, k } = contentOf(request);
  if (u === undefined || v === undefined || request.session.deleted) return undefined;
  return {
    ...(i === undefined ? {} : { id: i }),
    userId: u,
    version: v,
    ...(p === undefined ? {} : { position: p }),
    ...(t === undefined ? {} : { temporaryUntil: t }),
    ...(k === undefined ? {} : { byPasskey: true }),
  };
}

/** Starts a session with the response, replacing any other. */
export function startSession(request: FastifyRequest, session: Session): void {
  request.session.regenerate();
  set(request, { u: session.userId, v: session.version, s: now() });
  if (session.id !== undefined) set(request, { i: session.id });
  if (session.position !== undefined) set(request, { p: session.position });
  if (session.temporaryUntil !== undefined) set(request, { t: session.temporaryUntil });
  if (session.byPasskey) set(request, { k: 1 });
}

/**
 * Returns the remaining validity, in whole minutes, of the temporary password with which the session started, 0 once it
 * has expired. Returns undefined for a session that started otherwise, for example after a password change.
 */
export function passwordMinutesOf(request: FastifyRequest, now: Date): number | undefined {
  const until = sessionOf(request)?.temporaryUntil;
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 60_000));
}

/**
 * Whether a session must present a passkey or a recovery code before it may see addresses: it started with neither,
 * possibly before the setting was turned on.
 */
export const awaitsPasskey = (
  session: Session | undefined,
  { seesAddresses, isRequired }: { readonly seesAddresses: boolean; readonly isRequired: boolean },
): boolean => isRequired && seesAddresses && session?.byPasskey !== true;

/** Makes later reads in the session wait for at least this position. Does nothing for a visitor. */
export function rememberPosition(request: FastifyRequest, position: string): void {
  const session = sessionOf(request);
  if (session && position > (session.position ?? '')) set(request, { p: position });
}

/**
 * Clears the cookie with the response. Copies of the cookie become invalid only when the session is ended by its ID or
 * the user's session version is raised.
 */
export function endSession(request: FastifyRequest): void {
  request.session.delete();
}

/** Extends a session to the full 14 days, at most once a day so that most responses set no cookie. */
export function slideSession(request: FastifyRequest): void {
  if (sessionOf(request) && now() - (contentOf(request).s ?? 0) >= seconds.day) set(request, { s: now() });
}

/** Whether an origin can only be reached from this machine. */
export function isLocalOrigin(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Parses comma-separated keys in base64. Throws unless each has 32 bytes. */
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
