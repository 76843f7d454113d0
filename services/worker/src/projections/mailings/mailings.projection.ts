import { topics } from '@journal/contracts';
import { type MailingEvent, mailingEvents, type OpenedEvent } from '@journal/events';
import {
  type MailingRow,
  type MailingStepRow,
  mailingColumns,
  mailingStepColumns,
  mailingsModel,
} from '@journal/read-models';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { insertRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';

type OpenedMailingEvent = OpenedEvent<MailingEvent>;

const mailings: Table<MailingRow> = { name: 'mailing', columns: mailingColumns };
const steps: Table<MailingStepRow> = { name: 'mailing_step', columns: mailingStepColumns };

/** Current state of each mailing, and its history with actors. */
export const mailingsProjection: Projection<OpenedMailingEvent> = {
  model: mailingsModel,
  events: mailingEvents,
  prepare: (events) => ({
    async apply(transaction) {
      if (events.length === 0) return [];
      const ids = [...new Set(events.map(({ data }) => data.mailingId))];
      const stored = await loadRows(transaction, mailings, 'mailingId', ids);
      const after = new Map(stored.map((row) => [row.mailingId, row]));
      for (const event of events)
        after.set(event.data.mailingId, rowAfter(after.get(event.data.mailingId), event));
      replaceRows(transaction, mailings, 'mailingId', [...after.values()]);
      insertRows(transaction, steps, events.map(stepOf), 'on conflict do nothing');
      return [topics.mailings];
    },
  }),
};

function rowAfter(row: MailingRow | undefined, event: OpenedMailingEvent): MailingRow {
  const { revision, metadata } = event;
  if (event.type === 'MailingPrepared')
    return {
      ...event.data,
      ...{ revision, status: 'prepared', reason: null, recipients: null, contentHash: null },
      ...{ preparedAt: metadata.at, startedAt: null, frozenAt: null, completedAt: null, counts: null },
    };
  if (!row) throw new ProjectionFault(event, new Error('the mailing was never prepared'));
  const next = { ...row, revision };
  switch (event.type) {
    case 'MailingTested':
      return next;
    case 'MailingStarted':
      return { ...next, status: 'freezing', startedAt: metadata.at };
    case 'MailingFrozen': {
      const { recipients, contentHash } = event.data;
      const status = row.status === 'paused' ? 'paused' : 'sending';
      return { ...next, status, recipients, contentHash, frozenAt: metadata.at };
    }
    case 'MailingPaused':
      return { ...next, status: 'paused', reason: event.data.reason };
    case 'MailingResumed':
    case 'MailingRepeated': {
      const status = row.frozenAt === null ? 'freezing' : 'sending';
      return { ...next, status, reason: null, completedAt: null, counts: null };
    }
    case 'MailingCancelled':
      return { ...next, status: 'cancelled', reason: null };
    case 'MailingCompleted': {
      const counts = JSON.stringify(event.data.counts);
      return { ...next, status: 'completed', reason: null, completedAt: metadata.at, counts };
    }
    default:
      return event satisfies never;
  }
}

function stepOf({ type, data, revision, metadata }: OpenedMailingEvent): MailingStepRow {
  return {
    mailingId: data.mailingId,
    revision,
    event: type,
    at: metadata.at,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    reason: 'reason' in data ? data.reason : null,
  };
}
