import type { AccountErasure, ForgotPassword, Login, PasswordChange, Registration } from '@journal/contracts';
import { call } from './api.ts';

export const register = (body: Registration) => call('POST /api/auth/register', { body });
export const login = (body: Login) => call('POST /api/auth/login', { body });
export const logout = () => call('POST /api/auth/logout');
export const forgotPassword = (body: ForgotPassword) => call('POST /api/auth/forgot-password', { body });
export const changePassword = (body: PasswordChange) => call('POST /api/auth/change-password', { body });
export const eraseAccount = (body: AccountErasure) => call('DELETE /api/me', { body });

/** The address of the signed-in user's data export. */
export const exportPath = '/api/me/export';
