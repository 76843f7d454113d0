/** Table that exists in a vault while a backup is being restored; its single row names the backup. */
export const unfinishedTable = 'vault.unfinished_restore';

/** SQL condition: whether that table exists. */
export const unfinished = `to_regclass('${unfinishedTable}') is not null`;

/** A restore into this vault is in progress or was interrupted: keys and log are incomplete. */
export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore';
  /** Reported by the health check. */
  readonly code = 'unfinished restore: run journal restore again';
  constructor() {
    super('A restore into this journal is not finished. Run journal restore again with the same backup');
  }
}
