import { ApiError, type Capability, may, type Role } from '@journal/contracts';
import type { ApiAnswer, ApiQuery, PageUser, Read } from './api.ts';

export const sessionPath = '/api/auth/session';

/** Time for which the session stays fresh, in milliseconds. */
export const sessionFreshness = 5 * 60_000;

/** Returns whether the response at this path is personal to the signed-in user. */
export function isPersonal(path: string): boolean {
  return (
    /^\/api\/(?:submissions|newsroom|audit|me|mailings)\b|\/(?:history|opposing|mail|mailings)\b/.test(
      path,
    ) || path.includes('status=all')
  );
}

/** The signed-in user, or null for a visitor. */
export const sessionQuery: ApiQuery<PageUser | null> = {
  path: sessionPath,
  select: ({ body }) => body as PageUser | null,
};

/** Returns a user's roles, even if the response comes from an API version that had no roles yet. */
export const rolesOf = (
  user: Partial<Pick<PageUser, 'roles' | 'isAdmin'>> | null | undefined,
): readonly Role[] => user?.roles ?? (user?.isAdmin ? ['admin'] : []);

/** Whether a signed-in user has a capability. */
export const isAbleTo = (user: Parameters<typeof rolesOf>[0], capability: Capability): boolean =>
  may(rolesOf(user), capability);

/** Returns the response to the session's read for this user, or for a visitor. */
export function sessionAnswer(user: PageUser | null): ApiAnswer {
  return { body: user, next: null, position: null, topics: null };
}

/** Reads the session. A 401 isn't an error: it means a visitor. */
export async function readSession(read: Read, signal?: AbortSignal): Promise<ApiAnswer> {
  try {
    return await read(sessionPath, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return sessionAnswer(null);
    throw error;
  }
}
