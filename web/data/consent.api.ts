import { queryOf } from './api.ts';

/** The consent request that a parent or guardian received, by the token in the mail. */
export const consentRequest = (token: string) => queryOf('GET /api/consent', { query: { token } });
