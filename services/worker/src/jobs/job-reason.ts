import { ApiError, reasonOf as reasonOfApiError } from '@journal/contracts';
import { MailDelayed, MailRefused } from '../mail/mailer.ts';
import { FinalFailure } from './job-kind.ts';

const ours = [FinalFailure, MailDelayed, MailRefused];

/**
 * Why a job failed, in words that may be kept and logged: the messages of our own errors, which name nobody, and of
 * any other only its name and code.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (ours.some((kind) => error instanceof kind)) return `${error.name}: ${error.message}`;
  if (error instanceof ApiError) return `${error.name}: ${reasonOfApiError(error)}`;
  const code = 'code' in error && /^[A-Za-z0-9_]{1,40}$/.test(String(error.code)) ? ` (${error.code})` : '';
  return `${error.name}${code}`;
}
