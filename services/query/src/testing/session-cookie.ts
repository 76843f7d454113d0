import { parseSessionKeys, registerSessions, type Session, startSession } from '@journal/session';
import fastify from 'fastify';

/** Cookies as the command side seals them: `cookieOf` gives the header of a request in that session. */
export async function createSessionCookies(sessionKeys: string) {
  const app = fastify();
  await registerSessions(app, { keys: parseSessionKeys(sessionKeys), origin: 'http://localhost' });
  app.post<{ Body: Session }>('/', async (request) => {
    startSession(request, request.body);
    return null;
  });
  return {
    async cookieOf(session: Session): Promise<string> {
      const answer = await app.inject({ method: 'POST', url: '/', body: session });
      return String(answer.headers['set-cookie']).split(';')[0] ?? '';
    },
    close: () => app.close(),
  };
}
