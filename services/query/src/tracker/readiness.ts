import { isUndefinedTable } from '@journal/postgres';

/** Whether a statement failed because the worker has not made the tables yet. */
export const isNotBuiltYet = isUndefinedTable;

/** Whether the database took longer than a statement may take. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** An error whose reason health shows. */
export function notReadyBecause(reason: string): Error {
  return Object.assign(new Error(reason), { code: reason });
}
