import pg from 'pg';

/**
 * What a failed statement says about the append:
 * `invalid` – its content can't be stored, now or ever; nothing was written.
 * `again` – nothing was written, and the next attempt may work.
 * `refused` – nothing was written, and trying again at once is of no use.
 * `unknown` – the connection is gone, and what it was doing may or may not have been committed.
 * `unreachable` – there was no connection to send it on.
 */
export type Fault = 'invalid' | 'again' | 'refused' | 'unknown' | 'unreachable';

/** Data exceptions, program limits (a name too long for an index), check and unique violations, unknown characters. */
const invalid = /^(22...|54...|23...)$/;
/** The connection, the server's end or its broken state: the last words, perhaps after a commit. */
const lastWords = /^(08...|57P..|25P..|XX...)$/;
/** Serialisation failures and deadlocks, too many connections, cancelled statements and locks not had. */
const again = /^(40...|53300|57014|55P03)$/;

export function faultOf(error: unknown): Fault {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (code === '' || lastWords.test(code)) return 'unknown';
  if (invalid.test(code)) return 'invalid';
  return again.test(code) ? 'again' : 'refused';
}
