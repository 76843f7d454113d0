import secureSession, { type Session as SealedSession } from '@fastify/secure-session';
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
  /** Whether it began with a passkey, or with a recovery code in the place of one. */
  readonly byPasskey?: boolean;
};

/** What a device is asked to sign, by whom and until when. */
export type Ceremony = {
  /** Base64url. */
  readonly challenge: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Who adds a passkey; missing where somebody signs in. */
  readonly userId?: string;
};

declare module 'fastify' {
  interface FastifyRequest {
    ceremony?: SealedSession;
  }
}

export type SessionOptions = {
  /** 32 bytes each; the first seals, all open. */
  readonly keys: readonly Buffer[];
  /** Origin by which readers reach the journal; decides whether the cookie needs TLS. */
  readonly origin: string;
  /** Whether passkeys are used here: what a browser was asked to sign is in a cookie of its own. */
  readonly hasCeremonies?: boolean;
};

const seconds = { day: 86_400, life: 14 * 86_400, ceremony: 5 * 60 } as const;
/** The cookie's content, as short as it can be: it travels with every request. */
type Content = { i?: string; u?: string; v?: number; p?: string; s?: number; t?: number; k?: 1 };

/**
 * Gives every request the session of its sealed cookie: HttpOnly, SameSite=Lax, Secure unless the origin is local,
 * expired after 14 days without use. A cookie that was changed, is too old or was sealed with another key counts as
 * none. Await it before registering the routes and hooks that use sessions.
 */
export async function registerSessions(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const secure = !isLocalOrigin(options.origin);
  // The prefix binds the cookie to this host and to TLS; browsers refuse it without either.
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

/** Has the browser keep what its device is asked to sign, in place of what it was asked before. */
export function beginCeremony(request: FastifyRequest, { challenge, until, userId }: Ceremony): void {
  for (const [name, value] of Object.entries({ c: challenge, e: until, u: userId }))
    request.ceremony?.set(name as never, value as never);
}

/** Returns what the browser's device was asked to sign, and has the browser forget it. */
export function endCeremony(request: FastifyRequest): Ceremony | undefined {
  const { ceremony } = request;
  const { c, e, u }: { c?: string; e?: number; u?: string } = ceremony?.data() ?? {};
  if (c === undefined || e === undefined) return undefined;
  ceremony?.delete();
  return { challenge: c, until: e, ...(u === undefined ? {} : { userId: u }) };
}

/** Returns the session that came with a request or was started in it; undefined for a visitor. */
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

/** Starts a session with the response, in place of any other. */
export function startSession(request: FastifyRequest, session: Session): void {
  request.session.regenerate();
  set(request, { u: session.userId, v: session.version, s: now() });
  if (session.id !== undefined) set(request, { i: session.id });
  if (session.position !== undefined) set(request, { p: session.position });
  if (session.temporaryUntil !== undefined) set(request, { t: session.temporaryUntil });
  if (session.byPasskey) set(request, { k: 1 });
}

/**
 * Returns the whole minutes for which the temporary password is valid with which this session began, 0 once it has
 * expired; undefined for a session that began otherwise, as after a change of the password.
 */
export function passwordMinutesOf(request: FastifyRequest, now: Date): number | undefined {
  const until = sessionOf(request)?.temporaryUntil;
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 60_000));
}

/**
 * Whether a session is to show a passkey, or a recovery code, before it may see addresses: it began without either, also
 * where that was before the setting was turned on.
 */
export const awaitsPasskey = (
  session: Session | undefined,
  { seesAddresses, isRequired }: { readonly seesAddresses: boolean; readonly isRequired: boolean },
): boolean => isRequired && seesAddresses && session?.byPasskey !== true;

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
