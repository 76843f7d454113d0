import { openEventStore } from '@journal/event-store';
import { createPool, isUndefinedTable } from '@journal/postgres';
import { createLogKey, createPostgresVault } from '@journal/vault';
import { type LogFault, verifyLog } from '@journal/worker';
import { Refused } from '../journal-api.ts';
import type { Terminal } from '../terminal.ts';
import { engineAddresses } from './engines.ts';

const words: Readonly<Record<LogFault['kind'], string>> = {
  changed: 'changed',
  removed: 'removed',
  inserted: 'inserted',
  'not-ours': 'not written by the journal',
  'ledger-changed': 'its entry in the ledger was changed, or the one before it is gone',
};

/** Tells on the output what is not as it was, and the head of the ledger. Answers whether all is. */
export async function verifyAudit(
  { since }: { since?: { position: string; chain: string } },
  { environment, output, messages }: Terminal,
): Promise<boolean> {
  const open = new AsyncDisposableStack();
  try {
    const found = await verifyLog({
      ...(await openEngines(environment, open)),
      ...(since ? { since } : {}),
      onFault: ({ kind, stream, revision, position }) =>
        output.write(`${stream} revision ${revision}, position ${position}: ${words[kind]}\n`),
    }).catch((cause: unknown) => {
      throw isUndefinedTable(cause)
        ? new Refused('There is no ledger yet: a worker makes it.', { cause })
        : cause;
    });
    if (found.unmarked > 0)
      messages.write(
        `${found.unmarked} events are older than the marks by which the journal's own are known.\n`,
      );
    if (found.unwitnessed > 0)
      messages.write(`${found.unwitnessed} events at the end are not in the ledger yet.\n`);
    messages.write(
      found.faults === 0
        ? `${found.events} events, and all of them are as they were.\n`
        : `${found.events} events, and ${found.faults === 1 ? '1 fault' : `${found.faults} faults`}.\n`,
    );
    if (found.head) {
      messages.write(
        'Keep this head elsewhere; --since takes it, and no ledger that was written anew has it:\n',
      );
      output.write(`${found.head.position}:${found.head.chain}\n`);
    }
    return found.faults === 0;
  } finally {
    await open.disposeAsync();
  }
}

/** The log, its ledger and the key to both; `open` closes them. */
async function openEngines(environment: Terminal['environment'], open: AsyncDisposableStack) {
  const engines = await engineAddresses(environment);
  const store = await openEventStore(engines.log, { applicationName: 'journal audit verify' });
  open.defer(() => store.close());
  const vault = await createPostgresVault({ url: engines.vault, masterKey: engines.masterKey });
  open.defer(() => vault.close());
  const pool = createPool(engines.database, { applicationName: 'journal audit verify' });
  open.defer(() => pool.end());
  return { store, pool, logKey: createLogKey(vault) };
}
