/** The table that stands in a vault while a backup is restored, with its one row: which backup. */
export const unfinishedTable = 'vault.unfinished_restore';

/** SQL: whether it does. */
export const unfinished = `to_regclass('${unfinishedTable}') is not null`;

/** A backup is being restored here, or that was broken off: keys and log are not whole. */
export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore';
  /** Told by health. */
  readonly code = 'a restore is not finished: run journal restore again';
  constructor() {
    super('A restore into this journal is not finished. Run journal restore again, with the same backup');
  }
}
