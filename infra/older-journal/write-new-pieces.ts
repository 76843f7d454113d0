import { consentPage } from '@journal/contracts';
import { until } from '@journal/testing';
import { command, queries, type RecordedRequest } from './formats.ts';
import type { Journal, JournalClient, Person } from './journal-client.ts';

/** Word in every text published here, for the recorded search. */
export const searchTerm = 'Zeppelins';
/** Password of every user who registers. */
export const password = 'a sample password';

export const pitchOf = (age: number, articleTitle: string) => ({
  ...{ fullName: 'Sample Writer', age, school: 'Sample School', section: 'view', articleTitle },
  ...{ articleSummary: `Of ${searchTerm}.`, fullEssay: 'One paragraph.\n\nAnother.' },
});

/** A guardian declines, consents, and withdraws. One piece is public until then; another pitch stays pending. */
export async function writeWithConsent(client: JournalClient, editor: Person): Promise<RecordedRequest[]> {
  const guardian = 'sample-guardian-of-may@journal.example';
  const may = await client.register('sample-may@journal.example', password, 'Sample May');
  await client.confirm(may);
  const byline = { name: 'full', showAge: true, showSchool: true };
  const pitched = await may.send('POST /api/submissions', { ...pitchOf(13, 'With consent'), byline });
  const waiting = await may.send('POST /api/submissions', pitchOf(13, 'Without consent'));
  let token: string | undefined;
  for (const answer of ['no', 'yes']) {
    await may.send('POST /api/me/consent', { email: guardian });
    token = await client.mailedToken(guardian, consentPage, token);
    await client.asVisitor('POST /api/consent', { token, answer });
  }
  const { id } = await editor.send(`POST /api/submissions/${pitched.id}/publish`);
  const shorter = { name: 'first', showAge: false, showSchool: false };
  await may.send(`PUT /api/submissions/mine/${pitched.id}/byline`, shorter);
  await client.untilWritten('ArticleBylineChosen');
  await client.asVisitor('POST /api/consent', { token, answer: 'no' });
  await client.untilWritten('ArticleHiddenByGuardian');
  const [pitch, article] = [`/api/submissions/${pitched.id}`, `/api/articles/${id}`];
  return [
    ...queries('newsroom', pitch, `${pitch}/history`, `/api/submissions/${waiting.id}`),
    ...queries('newsroom', `${article}/history`, `${article}/history/1`),
    ...queries('reader', article),
    command('POST /api/operations/consents', { token }),
    command(`POST /api/operations/articles/${id}/follow-consent`),
    command(`POST /api/operations/submissions/${pitched.id}/follow-byline`),
    command(`POST ${article}/restore`, {}),
  ];
}

/** The steps of one pitch before a decision, a withdrawn pitch, and two pieces after their publication. */
export async function writeOfAge(client: JournalClient, editor: Person): Promise<RecordedRequest[]> {
  const noa = await client.signIn('sample-noa@journal.example', password);
  const { id: pitch } = await noa.send('POST /api/submissions', pitchOf(16, 'Talked about'));
  const at = `/api/submissions/${pitch}`;
  await editor.send(`POST ${at}/assign`, { userId: editor.id });
  await editor.send(`POST ${at}/unassign`);
  for (const isAgreed of [true, false]) await editor.send(`PUT ${at}/agreement`, { isAgreed });
  await editor.send(`POST ${at}/look-up-address`);
  const comment = { field: 'fullEssay', paragraph: 0, quotation: 'One', note: 'Which?', audience: 'writer' };
  const { id: commentId } = await editor.send(`POST ${at}/comments`, comment);
  for (const step of ['resolve', 'reopen']) await editor.send(`POST ${at}/comments/${commentId}/${step}`);

  const taken = await noa.send('POST /api/submissions', pitchOf(16, 'Taken back'));
  await noa.send(`POST /api/submissions/${taken.id}/withdraw`);

  const publish = async (title: string) => {
    const { id } = await noa.send('POST /api/submissions', pitchOf(16, title));
    const article: { id: number } = await editor.send(`POST /api/submissions/${id}/publish`);
    return { pitch: id as string, article: article.id };
  };
  const removed = await publish('Removed');
  for (const step of ['hide', 'show', 'hide'])
    await noa.send(`POST /api/submissions/mine/${removed.pitch}/${step}`);
  await editor.send(`POST /api/articles/${removed.article}/remove`);
  const erased = await publish('Erased');
  await editor.send(`DELETE /api/articles/${erased.article}`);
  await editor.send(`POST /api/articles/${erased.article}/erase`);
  await client.untilWritten('SubmissionErased', 2);
  return [
    ...queries('newsroom', at, `${at}/history`, `${at}/comments`, `/api/submissions/${taken.id}`),
    command(`POST /api/operations/submissions/${pitch}/publish-as-planned`),
    ...[removed, erased].flatMap((piece) => {
      const article = `/api/articles/${piece.article}`;
      return [
        ...queries('newsroom', `/api/submissions/${piece.pitch}/history`),
        ...queries('newsroom', `${article}/history`, `${article}/history/0`),
        ...queries('reader', article),
        command(`POST ${article}/restore`, {}),
        command(`POST /api/operations/submissions/${piece.pitch}/erase`),
      ];
    }),
  ];
}

/** An issue whose pieces were a debate; its mailing pauses, loses messages, and is repeated. And a withdrawn issue. */
export async function mailIssues(
  client: JournalClient,
  editor: Person,
  mail: Journal['mail'],
): Promise<RecordedRequest[]> {
  const publish = async (title: string): Promise<number> => {
    const text = { title, excerpt: `Of ${searchTerm}.`, content: 'One paragraph.', section: 'clash' };
    const byline = { authorName: 'Sample Author', authorAge: 16, readTime: 1, featured: 0 };
    return (await editor.send('POST /api/articles', { ...text, ...byline })).id;
  };
  const [statement, reply] = [await publish('A statement'), await publish('No reply any more')];
  await editor.send(`PUT /api/articles/${reply}/opposing`, { statementId: statement });
  await editor.send(`DELETE /api/articles/${reply}/opposing`);
  const openIssue = async (title: string, ...articleIds: number[]): Promise<string> => {
    const { number, date } = await editor.send('POST /api/issues', { date: '2027-01-04' });
    const issue = `/api/issues/${number}`;
    await editor.send(`PUT ${issue}`, { date, title, letter: 'Dear reader!' });
    const pieces = articleIds.map((articleId) => ({ articleId, heading: null }));
    await editor.send(`PUT ${issue}/pieces`, { pieces });
    await editor.send(`POST ${issue}/publish`);
    return issue;
  };
  const issue = await openIssue('A mailed issue', statement, reply);
  const withdrawn = await openIssue('A withdrawn issue', statement);
  await editor.send(`POST ${withdrawn}/withdraw`);

  const prepare = async () => `/api/mailings/${(await editor.send(`POST ${issue}/mailing`, {})).id}`;
  const untilMailing = (mailing: string, state: { status: string; uncertain?: number }) =>
    until(async () => {
      const { status, counts } = await client.asService(`GET ${mailing}`);
      const isReached = status === state.status && counts?.uncertain === state.uncertain;
      if (!isReached) throw new Error(`The mailing is ${status}: ${JSON.stringify(counts)}`);
    });
  const mailing = await prepare();
  const resumeMail = mail.pause();
  await editor.send(`POST ${mailing}/start`);
  await untilMailing(mailing, { status: 'sending' });
  await mail.untilWaiting(2);
  await editor.send(`POST ${mailing}/pause`);
  // The messages in transit are lost without an answer.
  mail.cut();
  resumeMail();
  await client.untilApplied();
  await editor.send(`POST ${mailing}/resume`);
  await untilMailing(mailing, { status: 'completed', uncertain: 2 });
  await editor.send(`POST ${mailing}/repeat`);
  await untilMailing(mailing, { status: 'completed', uncertain: 0 });
  const cancelled = await prepare();
  await editor.send(`POST ${cancelled}/cancel`);
  await untilMailing(cancelled, { status: 'cancelled' });
  return [
    ...queries('reader', issue, withdrawn, `/api/articles/${reply}/further`),
    ...[issue, withdrawn].flatMap((each) => queries('newsroom', `${each}/history`, `${each}/mailings`)),
    ...queries('newsroom', mailing, cancelled, `/api/articles/${reply}/history`),
    command(`POST ${withdrawn}/withdraw`),
    command(`POST ${mailing}/repeat`),
    command(`POST ${cancelled}/cancel`),
    command(`DELETE /api/articles/${reply}/opposing`),
  ];
}
