import { randomUUID } from 'node:crypto';
import { confirmEmailPage, consentPage, invitationPage } from '@journal/contracts';
import { markAppends, openEventStore } from '@journal/event-store';
import { createMetrics } from '@journal/service-kit';
import { createKeyedHash, createLogKey, createPostgresVault } from '@journal/vault';
import { claimValue } from '../../services/command/src/account/claims.ts';
import { createAuthenticator } from '../../services/command/src/testing/authenticator.ts';
import { createJournalLog } from '../../services/command/src/writing/journal-log.ts';
import { command, queries, type RecordedRequest } from './formats.ts';
import { createJournalClient, type Journal, type JournalClient, type Person } from './journal-client.ts';
import {
  mailIssues,
  password,
  pitchOf,
  searchTerm,
  writeOfAge,
  writeWithConsent,
} from './write-new-pieces.ts';

/** Environment variables that the recorded answers depend on. */
export const settings = { CONSENT_AGE: '14' };
/** How far the clock is set back, in milliseconds: an account created then is idle now. */
export const clockOffset = 740 * 24 * 3_600_000;

/**
 * Writes every kind of event that formats before 2026-11g lack, as users cause them, in a journal whose clock is set
 * back by `clockOffset`. Resolves, when nothing is in progress any more, with the requests to record in addition to
 * those of the previous format.
 */
export async function writeNewKinds(journal: Journal, masterKey: string): Promise<RecordedRequest[]> {
  const client = createJournalClient(journal);
  await client.untilApplied();
  const idle = await startExpiringItems(client);
  journal.returnToPresent();
  const ends = [
    'InvitationExpired',
    'GuardianRequestEnded',
    'IdleAccountAsked',
    'ConcernErased',
    'SubmissionErased',
  ];
  for (const type of ends) await client.untilWritten(type);
  const editor = await client.signIn('sample-editor@journal.example', 'password of editor');
  await editor.send(`DELETE /api/newsroom/people/${idle.kim.id}`, { role: 'admin' });
  await invite(client, editor);
  await protectAccount(client, journal.url);
  await abandonRegistration(journal, client, masterKey);
  const pieces = [
    ...(await writeWithConsent(client, editor)),
    ...(await writeOfAge(client, editor)),
    ...(await mailIssues(client, editor, journal.mail)),
  ];
  const people = ['kim', 'eve', 'ida', 'may', 'noa'].map((name) => `sample-${name}@journal.example`);
  return [
    ...queries('export', ...people.map((email) => `/api/operations/users/export?email=${email}`)),
    ...queries('search', `/api/search?q=${searchTerm}&limit=20`),
    ...queries('newsroom', `/api/audit?person=${idle.kim.id}`),
    ...queries('newsroom', '/api/newsroom/people', '/api/newsroom/invitations', '/api/newsroom/desk'),
    ...people.map((email) => command('POST /api/operations/administrators/revoke', { email })),
    ...[...idle.commands, ...pieces],
  ];
}

/** Creates an administrator who becomes idle, with an invitation, a consent request and a pitch; and a concern. */
async function startExpiringItems(client: JournalClient) {
  const kim = await client.register('sample-kim@journal.example', password, 'Sample Kim');
  await client.asService('POST /api/operations/administrators/grant', { email: kim.email });
  await kim.send('POST /api/newsroom/invitations', { email: 'sample-lou@journal.example', role: 'editor' });
  await client.confirm(kim);
  await kim.send('POST /api/me/consent', { email: 'sample-guardian-of-kim@journal.example' });
  const { id } = await kim.send('POST /api/submissions', pitchOf(13, 'Withdrawn long ago'));
  await kim.send(`POST /api/submissions/${id}/withdraw`);
  await client.asVisitor('POST /api/concerns', { text: 'A concern of long ago' });
  const token = await client.mailedToken('sample-guardian-of-kim@journal.example', consentPage);
  await client.mailedToken('sample-lou@journal.example', invitationPage);
  await client.untilApplied();
  const invitations: { id: string; email: string }[] = await client.asService(
    'GET /api/newsroom/invitations',
  );
  const lou = invitations.find((one) => one.email === 'sample-lou@journal.example');
  const commands = [
    command('POST /api/operations/consents', { token }),
    command(`POST /api/operations/consents/${kim.id}/end-unanswered`),
    command(`POST /api/operations/invitations/${lou?.id}/end-expired`),
    command(`POST /api/operations/submissions/${id}/erase`),
    command(`POST /api/operations/users/${kim.id}/ask-idle`),
  ];
  return { kim, commands };
}

/** A user accepts an invitation, is granted another role, and loses it. */
async function invite(client: JournalClient, editor: Person): Promise<void> {
  const email = 'sample-eve@journal.example';
  await editor.send('POST /api/newsroom/invitations', { email, role: 'editor' });
  const token = await client.mailedToken(email, invitationPage);
  const eve = await client.register(email, password, 'Sample Eve');
  await eve.send('POST /api/me/invitation', { token });
  await editor.send('POST /api/newsroom/people', { email, role: 'reviewer' });
  await editor.send(`DELETE /api/newsroom/people/${eve.id}`, { role: 'reviewer' });
}

/** A user confirms the address, changes settings, and adds passkeys, recovery codes and sessions; some of these end. */
async function protectAccount(client: JournalClient, origin: string): Promise<void> {
  const email = 'sample-noa@journal.example';
  const noa = await client.register(email, password, 'Sample Noa');
  const asked = await client.mailedToken(email, confirmEmailPage);
  await noa.send('POST /api/me/email/confirmation-mail');
  await client.untilWritten('EmailConfirmationRequested');
  await client.asVisitor('POST /api/auth/email-confirmation', { token: asked });
  for (const isChosen of [true, false])
    await noa.send('PUT /api/me/settings', { showsOtherPieces: isChosen, fewerMails: isChosen });
  await noa.send('DELETE /api/me/sessions');

  const addPasskey = async (person: Person, name: string) => {
    const device = createAuthenticator();
    const options = await person.send('POST /api/me/passkeys/options', { password });
    const added = await person.send('POST /api/me/passkeys', {
      name,
      passkey: device.create(options, { origin }),
    });
    return { device, ...(added as { id: string; recoveryCodes: string[] }) };
  };
  await addPasskey(noa, 'A lost phone');
  await client.asService('POST /api/operations/users/passkeys/reset', { email });
  const anew = await client.signIn(email, password);
  const old = await addPasskey(anew, 'An old phone');
  const options = await anew.send('POST /api/auth/passkey/options');
  await anew.send('POST /api/auth/passkey', old.device.answer(options, { origin }));
  await addPasskey(anew, 'A new phone');
  await anew.send(`DELETE /api/me/passkeys/${old.id}`);
  const { recoveryCodes } = await anew.send('POST /api/me/recovery-codes');
  await anew.send('POST /api/auth/recovery-code', { code: recoveryCodes[0] });

  await client.signIn(email, password);
  await client.untilApplied();
  const sessions: { id: string; isCurrent: boolean }[] = await anew.send('GET /api/me/sessions');
  await anew.send(`DELETE /api/me/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`);
}

/** A user registers with an address claimed by a registration whose process died; the user's guardian consents. */
async function abandonRegistration(
  { databaseUrl }: Journal,
  client: JournalClient,
  masterKey: string,
): Promise<void> {
  const email = 'sample-ida@journal.example';
  const vault = await createPostgresVault({ url: databaseUrl, masterKey, applicationName: 'freeze' });
  const store = await openEventStore(databaseUrl);
  const marking = markAppends(store, createLogKey(vault));
  const log = createJournalLog({ store: marking, vault, metrics: createMetrics('freeze') });
  const requestId = randomUUID();
  const context = { actor: { id: 'visitor', role: 'visitor' }, requestId, ids: () => randomUUID() } as const;
  const claim = {
    kind: 'email',
    hash: await createKeyedHash(vault)('email', email),
    userId: randomUUID(),
  } as const;
  await claimValue({ log, now: () => new Date(), wait: async () => {} }, claim, context, 'taken');
  await Promise.all([store.close(), vault.close()]);
  // Waits until the abandoned claim times out.
  const ida = await client.register(email, password, 'Sample Ida');
  await client.confirm(ida);
  const guardian = 'sample-guardian-of-ida@journal.example';
  await ida.send('POST /api/me/consent', { email: guardian });
  await client.asVisitor('POST /api/consent', {
    token: await client.mailedToken(guardian, consentPage),
    answer: 'yes',
  });
}
