/** Whether a statement failed because the worker has not made the tables yet. */
export function isNotBuiltYet(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '42P01' || code === '3F000';
}

/** Whether the database took longer than a statement may take. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** An error whose reason health shows. */
export function notReadyBecause(reason: string): Error {
  return Object.assign(new Error(reason), { code: reason });
}
