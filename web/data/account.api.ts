import type {
  AccountErasure,
  ForgotPassword,
  Login,
  PasswordChange,
  Registration,
  SubmissionFields,
} from '@journal/contracts';
import { call, queryOf } from './api.ts';

export const register = (body: Registration) => call('POST /api/auth/register', { body });
export const login = (body: Login) => call('POST /api/auth/login', { body });
export const logout = () => call('POST /api/auth/logout');
export const forgotPassword = (body: ForgotPassword) => call('POST /api/auth/forgot-password', { body });
export const changePassword = (body: PasswordChange) => call('POST /api/auth/change-password', { body });
export const eraseAccount = (body: AccountErasure) => call('DELETE /api/me', { body });

/** The address of the signed-in user's data export. */
export const exportPath = '/api/me/export';

/** Sends a pitch; repeated with the same key and fields it counts once. */
export const sendPitch = (body: SubmissionFields, idempotencyKey: string) =>
  call('POST /api/submissions', { body, idempotencyKey });
/** The signed-in user's pitches, newest first, in any state. */
export const ownSubmissions = () => queryOf('GET /api/submissions/mine');
