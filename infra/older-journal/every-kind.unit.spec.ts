import { journalEvents } from '@journal/events';
import { expect, test } from 'vitest';
import { formats, readDump } from './formats.ts';

/** Kinds of events that the newest format lacks. Add every new kind here; a freeze empties the list. */
const notYetFrozen: readonly string[] = [];

const what =
  'Kinds that are in no frozen journal: name a new one in notYetFrozen, or write it in write-new-kinds.ts, freeze the next format, and empty notYetFrozen';

test('the newest format contains every kind of event except those listed as not yet frozen', async () => {
  const dump = await readDump(formats.at(-1) ?? '');
  const rows = dump.matchAll(/^insert into event_log\.events .*? values \((?:'[^']*', ){5}'(\w+)',/gm);
  const frozen = new Set([...rows].map(([, type]) => type));
  const missing = Object.keys(journalEvents).filter((type) => !frozen.has(type));
  expect(missing.toSorted(), what).toEqual(notYetFrozen.toSorted());
});
