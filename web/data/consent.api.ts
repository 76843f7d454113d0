import { queryOf } from './api.ts';

/** What a parent or guardian is asked, by the token of the mail. */
export const consentRequest = (token: string) => queryOf('GET /api/consent', { query: { token } });
