import { parseSessionKeys, registerSessions, type Session, startSession } from '@journal/session';
import fastify, { type LightMyRequestResponse } from 'fastify';
import { sampleOrigin } from './samples.ts';

/** Returns the cookie that a browser would send back; empty if the response set none or cleared it. */
export function cookieOf(response: LightMyRequestResponse): string {
  const [cookie = ''] = [response.headers['set-cookie'] ?? ''].flat();
  return /Max-Age=0/.test(cookie) ? '' : (cookie.split(';')[0] ?? '');
}

/** Resolves with the Cookie header of a session. `secret`: the key that seals it. */
export async function sealSession(session: Session, secret: string): Promise<string> {
  const app = fastify();
  await registerSessions(app, { keys: parseSessionKeys(secret), origin: sampleOrigin });
  app.get('/', async (request) => {
    startSession(request, session);
    return null;
  });
  return cookieOf(await app.inject('/'));
}
