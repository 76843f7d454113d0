import { randomUUID } from 'node:crypto';
import { subscriberSubject } from '@journal/events';
import { describe, expect, it, vi } from 'vitest';
import { MailDelayed, MailRefused } from '../mail/mailer.ts';
import { createMailParts } from '../testing/mail-parts.ts';
import { FinalFailure } from './job-kind.ts';
import { createNewsletterConfirmationMailHandler } from './mail-jobs.ts';

function setUp(during?: () => Promise<unknown>) {
  const { parts, context, ...log } = createMailParts(during);
  const opening = vi.spyOn(parts.codec, 'open');
  const handler = createNewsletterConfirmationMailHandler(parts);
  const requestId = randomUUID();
  const reader = log.subscriber('reader@example.org');
  const { hash, subscriberId } = reader;
  const work = () => handler.work({ hash, subscriberId, requestId }, context);
  return { ...log, reader, requestId, work, opening };
}

describe('the confirmation mail job', () => {
  it('mails the same links on each run', async () => {
    const { reader, requestId, work, sent } = setUp();
    await reader.request(requestId);
    await work();
    await work();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toMatchObject({ to: 'reader@example.org', subjectId: reader.subscriberId });
    expect(sent[0]?.html).toContain('The &lt;Forum&gt;');
    expect(JSON.stringify(sent[0]?.headers)).not.toMatch(/\\r|\\n/);
  });

  it('states in the mail which section its link confirms', async () => {
    const { reader, requestId, work, sent } = setUp();
    await reader.request();
    await reader.confirm(undefined, null);
    await reader.request(requestId, undefined, 'clash');
    await work();
    expect(sent[0]?.text).toContain('only those issues of The <Forum> that have something from The Clash');
  });

  it('opens only the last event', async () => {
    const { reader, requestId, work, opening, sent } = setUp();
    await reader.request();
    await reader.end();
    await reader.request(requestId);
    await work();
    expect(sent).toHaveLength(1);
    for (const [events] of opening.mock.calls)
      expect(events).toMatchObject([{ type: 'SubscriptionRequested', revision: 2 }]);
  });

  it.each([
    ['nothing was requested', []],
    ['it is confirmed', ['request', 'confirm']],
    ['it has ended', ['request', 'end']],
    ['it is confirmed and has ended', ['request', 'confirm', 'end']],
    ['the key is gone', ['request', 'forget']],
  ] as const)('mails nothing if %s', async (_what, steps) => {
    const { vault, reader, requestId, work, sent } = setUp();
    for (const step of steps)
      if (step === 'forget') await vault.forget(subscriberSubject(reader));
      else if (step === 'request') await reader.request(requestId);
      else await reader[step]();
    await work();
    expect(sent).toEqual([]);
  });

  it('removes the message of a subscription that ends while it is sent', async () => {
    const { reader, requestId, work, forgotten } = setUp(() => reader.end());
    await reader.request(requestId);
    await work();
    expect(forgotten).toEqual([reader.subscriberId]);
  });

  it('keeps the message of a subscription that is confirmed while it is sent', async () => {
    const { reader, requestId, work, forgotten } = setUp(() => reader.confirm());
    await reader.request(requestId);
    await work();
    expect(forgotten).toEqual([]);
  });

  it('fails permanently if the mailbox is refused, and can be retried if the mail is delayed', async () => {
    const refused = setUp(() => Promise.reject(new MailRefused('550 RCPT TO')));
    await refused.reader.request(refused.requestId);
    await expect(refused.work()).rejects.toThrow(FinalFailure);
    const delayed = setUp(() => Promise.reject(new MailDelayed('421')));
    await delayed.reader.request(delayed.requestId);
    await expect(delayed.work()).rejects.toThrow(MailDelayed);
  });
});
