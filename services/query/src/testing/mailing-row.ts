import type { MailingRow, MailingStepRow } from '@journal/read-models';
import type pg from 'pg';
import { schemas } from '../database.ts';
import { put } from './rows.ts';

type TestMailing = Partial<MailingRow> & Pick<MailingRow, 'mailingId' | 'issueNumber'>;
type TestStep = Partial<MailingStepRow> & Pick<MailingStepRow, 'mailingId' | 'revision' | 'event'>;

const at = '2026-01-01T08:00:00.000Z';

/** Writes a mailing, by default a prepared one to everybody. */
export const putMailing = (pool: pg.Pool, given: TestMailing) =>
  put(pool, `${schemas.mailings}.mailing`, 'mailing_id', {
    ...{ revision: 0, audience: 'everybody', status: 'prepared', preparedAt: at, ...given },
  });

/** Writes a step of a mailing, by default by an editor. */
export const putMailingStep = (pool: pg.Pool, given: TestStep) =>
  put(pool, `${schemas.mailings}.mailing_step`, 'mailing_id, revision', {
    ...{ at, actorId: 'editor-1', actorRole: 'editor', ...given },
  });
