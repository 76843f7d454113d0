import { ApiError, type SessionUser } from '@journal/contracts';
import type { Api, ApiAnswer } from './api.ts';
import type { ApiQuery } from './api-query.ts';

export const sessionPath = '/api/auth/session';

/** Milliseconds for which nobody asks again who is signed in. */
export const sessionFreshness = 5 * 60_000;

/** Whether what this path answers depends on who asks, and is nobody else's to see. */
export function isPersonal(path: string): boolean {
  return /^\/api\/(?:submissions|newsroom|audit)\b|\/history\b/.test(path);
}

/** Who is signed in; null for a visitor. */
export const sessionQuery: ApiQuery<SessionUser | null> = {
  path: sessionPath,
  select: ({ body }) => body as SessionUser | null,
};

/** What the read of the session answers where this user, or nobody, is signed in. */
export function sessionAnswer(user: SessionUser | null): ApiAnswer {
  return { body: user, next: null, position: null, topics: null };
}

/** Reads who is signed in. A 401 is an answer: nobody is. */
export async function readSession(api: Api, signal?: AbortSignal): Promise<ApiAnswer> {
  try {
    return await api.get(sessionPath, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return sessionAnswer(null);
    throw error;
  }
}
