import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  createEventCodec,
  createMemoryVault,
  journalEvents,
  type NewJournalEvent,
  streamKindOf,
} from '../src/index.ts';
import { freeze, keyring } from './frozen-events.ts';

/**
 * Freezes another event shape: `freeze-event.ts <Type> [--case name] [--stream name] < data.json`. Never overwrites
 * one. A subject that is missing from the keyring gets a throwaway key, so the event opens as if the subject had been
 * erased.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string' },
    stream: { type: 'string', default: 'sample' },
  },
});
const type = positionals[0] as NewJournalEvent['type'] | undefined;
if (!type || !Object.hasOwn(journalEvents, type))
  throw new Error(`Name one of ${Object.keys(journalEvents)}`);

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const data = JSON.parse(Buffer.concat(chunks).toString('utf8')) as object;

const id = randomUUID();
const sealing = createEventCodec({ vault: createMemoryVault(keyring()), events: journalEvents });
const sealed = await sealing.seal({ type, data } as NewJournalEvent, id, {
  actor: { id: 'service', role: 'service' },
  requestId: 'request-1',
  correlationId: 'request-1',
  causationId: 'request-1',
  at: '2026-01-02T03:04:05.678Z',
});
const stored = { ...sealed, stream: values.stream, revision: 0, position: '0000000000000001' };
const [opened] = await createEventCodec({ vault: createMemoryVault(keyring()), events: journalEvents }).open([
  stored,
]);
if (!opened) throw new Error('The event cannot be opened');
const name = [type, `v${sealed.metadata.schemaVersion}`, values.case].filter(Boolean).join('.');
freeze(streamKindOf(type), name, { stored, opened: { data: opened.data, erased: opened.erased } });
process.stdout.write(`${name}\n`);
