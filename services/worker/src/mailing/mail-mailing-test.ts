import { mailingStream } from '@journal/events';
import type pg from 'pg';
import Type from 'typebox';
import { defineJobHandler, FinalFailure, type JobHandler, type JobKind } from '../jobs/job-kind.ts';
import { addressOf, isAbleTo, type MailJobParts, mailWhileKnown } from '../jobs/mail-jobs.ts';
import { copyOfIssue, testMessage } from './issue-message.ts';
import { readMailedIssue } from './mailed-issue.ts';

export const mailingTestMailKind = {
  name: 'mail-mailing-test',
  data: Type.Object(
    { mailingId: Type.String(), testId: Type.String(), userId: Type.String() },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/**
 * Mails the current state of an issue, published or not, to the address given by an editor. `testId`: ID of the event
 * with that address. `consentAge`: age below which pieces without a guardian's consent are left out; undefined if the
 * journal requires no consent.
 */
export function createMailingTestMailHandler(
  parts: MailJobParts & { readonly pool: pg.Pool; readonly consentAge: number | undefined },
): JobHandler {
  return defineJobHandler(mailingTestMailKind, async ({ mailingId, testId, userId }, context) => {
    if (!(await isAbleTo(userId, 'edit-issues', parts))) return;
    const readAddress = async () =>
      (await addressOf(userId, parts)) && testedAddress(parts, mailingId, testId);
    await mailWhileKnown(parts, readAddress, context, async (to) => {
      const issue = await readMailedIssue(parts.pool, Number.parseInt(mailingId, 10), {
        ...{ isWhole: true, consentAge: parts.consentAge },
      });
      if (!issue) throw new FinalFailure('there is no such issue');
      return testMessage(copyOfIssue(issue, parts.journal), parts.journal, { userId, to });
    });
  });
}

/** Resolves with the address; undefined once its editor has been erased. */
async function testedAddress({ store, codec }: MailJobParts, mailingId: string, testId: string) {
  for await (const recorded of store.read(mailingStream(mailingId))) {
    if (recorded.id !== testId) continue;
    const [event] = await codec.open([recorded]);
    return event?.type === 'MailingTested' ? (event.data.email ?? undefined) : undefined;
  }
  return undefined;
}
