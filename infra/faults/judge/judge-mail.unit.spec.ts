import { expect, test } from 'vitest';
import type { MailRequest } from '../workload/history.ts';
import { judgeMail } from './judge-mail.ts';

const asked = (kind: MailRequest['kind'], more: Partial<MailRequest> = {}): MailRequest => ({
  kind,
  client: 'somebody',
  email: 'a@example.org',
  outcome: 'acknowledged',
  status: 200,
  begun: 0,
  ended: 1,
  ...more,
});
const confirmation = { to: 'a@example.org', subject: 'Confirm your address', messageId: '<1@example.org>' };
const password = { to: 'a@example.org', subject: 'Your temporary password', messageId: '<2@example.org>' };

test('one mail per request is correct, a missing one is waiting, and none is due for an unknown outcome', () => {
  const both = [asked('register'), asked('forgot')];
  expect(judgeMail(both, [confirmation, password])).toEqual({ violations: [], waiting: 0, twice: 0 });
  expect(judgeMail(both, [confirmation])).toEqual({ violations: [], waiting: 1, twice: 0 });
  expect(judgeMail([asked('register', { outcome: 'unknown' })], [])).toMatchObject({ waiting: 0 });
});

test('a repeated mail is counted, and a mail that nobody requested is a fault', () => {
  expect(judgeMail([asked('register')], [confirmation, confirmation])).toMatchObject({
    violations: [],
    twice: 1,
  });
  const another = { ...confirmation, messageId: '<3@example.org>' };
  expect(judgeMail([asked('register')], [confirmation, another]).violations).toEqual([
    'a@example.org received "Confirm your address" twice',
  ]);
  expect(
    judgeMail([asked('forgot')], [password, { ...password, messageId: '<4@example.org>' }]),
  ).toMatchObject({
    violations: [],
    twice: 1,
  });
  const refused = [asked('register', { outcome: 'refused' })];
  expect(judgeMail(refused, [confirmation]).violations).toEqual([
    'a@example.org never requested "Confirm your address"',
  ]);
});
