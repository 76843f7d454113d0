import type {
  AccountErasure,
  ForgotPassword,
  Login,
  Message,
  PasswordChange,
  Registration,
  SessionUser,
} from '../account/account.schema.ts';
import { idempotencyKeyHeader } from '../system/headers.ts';
import { type Answer, type Call, readValue } from './call.ts';

/** What a person does with their own account. The session is the cookie's, which `fetch` carries. */
export function createAccountCalls(call: Call) {
  return {
    /** Who is signed in, or null. */
    session: async () => readValue<SessionUser | null>(await call('GET', '/api/auth/session')),
    /** Signs in as well. */
    register: async (body: Registration, idempotencyKey?: string) =>
      readValue<SessionUser>(
        await call('POST', '/api/auth/register', {
          body,
          headers: { [idempotencyKeyHeader]: idempotencyKey },
        }),
      ),
    login: async (body: Login) => readValue<SessionUser>(await call('POST', '/api/auth/login', { body })),
    logout: async () => withoutValue(await call('POST', '/api/auth/logout')),
    forgotPassword: async (body: ForgotPassword) =>
      readValue<Message>(await call('POST', '/api/auth/forgot-password', { body })),
    changePassword: async (body: PasswordChange) =>
      readValue<Message>(await call('POST', '/api/auth/change-password', { body })),
    /** For good. Signs out as well. */
    eraseAccount: async (body: AccountErasure) => withoutValue(await call('DELETE', '/api/me', { body })),
  };
}

function withoutValue({ position }: { readonly position: string | undefined }): Answer<undefined> {
  return { value: undefined, position };
}
