import type {
  AccountErasure,
  ForgotPassword,
  Login,
  Message,
  PasswordChange,
  Registration,
  SessionUser,
} from '@journal/contracts';
import { write } from './browser-write.ts';

export const register = (body: Registration) => write<SessionUser>('POST', '/api/auth/register', body);
export const login = (body: Login) => write<SessionUser>('POST', '/api/auth/login', body);
export const logout = () => write('POST', '/api/auth/logout');
export const forgotPassword = (body: ForgotPassword) =>
  write<Message | undefined>('POST', '/api/auth/forgot-password', body);
export const changePassword = (body: PasswordChange) => write('POST', '/api/auth/change-password', body);
export const eraseAccount = (body: AccountErasure) => write('DELETE', '/api/me', body);

/** Where the browser fetches the file with everything the journal knows of who is signed in. */
export const exportPath = '/api/me/export';
