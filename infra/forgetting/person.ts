import { confirmEmailPage, newsletterPages } from '@journal/contracts';
import { sessionCookie } from '@journal/testing';
import { createAuthenticator } from '../../services/command/src/testing/authenticator.ts';
import { findMessage, temporaryPasswordIn } from '../../tools/testing/outbox-message.ts';
import type { StartedJournal } from '../../tools/testing/start-journal.ts';

/** A person whose words occur nowhere else. */
export interface Person {
  cookie: string;
  password: string;
  email: string;
  articleId: number;
  /** Ids of a published pitch and of a pending one. */
  submissionIds: string[];
  /** In lower case: part of the name, of the address (and so of the username), and of the school. */
  words: { name: string; address: string; school: string };
}

/** Sends `route`, for example `POST /api/submissions`, as a browser would. */
export async function send(
  { url }: StartedJournal,
  route: string,
  body?: object,
  cookie = '',
  /** Sender's address: sign-ins are limited by network. */
  network = '198.51.100.1',
) {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(url + path, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': network,
      cookie,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? undefined : JSON.parse(text)) as unknown,
    /** Session set by the response, else the one of the request. */
    cookie: sessionCookie(answer.headers) || cookie,
  };
}

export const administrator = { email: 'editor@journal.example', password: 'of the editor' };

/**
 * Does everything that leaves something behind: registers, subscribes to the newsletter and confirms it, forgets the
 * password, signs in with the mailed one, changes it, adds a passkey, is published with a byline and featured, sends
 * another pitch, and begins a third. `untilMailed` waits for a message.
 */
export async function createActivePerson(
  journal: StartedJournal,
  number: number,
  /** Session cookie of an administrator. */
  editor: string,
  untilMailed: (read: () => Promise<string | undefined>) => Promise<string>,
): Promise<Person> {
  const words = { name: `quorvex${number}`, address: `zimbalo${number}`, school: `thrundel${number}` };
  const email = `${words.address}@journal.example`;
  const mailed = (kind: string) => untilMailed(() => findMessage(journal.dataFolder, kind, email));
  const succeed = async (...request: [route: string, body?: object, cookie?: string]) => {
    const answer = await send(journal, ...request);
    if (answer.status >= 300) throw new Error(`${request[0]}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const fullName = `Sample ${capital(words.name)}`;
  await succeed('POST /api/auth/register', { email, password: 'at first', fullName });

  /** Resolves with the body of a request: the token of the link to a page in a message. */
  const mailedToken = async (kind: string, page: string) => {
    const [, token = ''] = new RegExp(`${page}\\?token=([\\w.~%-]+)`).exec(await mailed(kind)) ?? [];
    return { token: decodeURIComponent(token) };
  };
  await succeed(
    'POST /api/auth/email-confirmation',
    await mailedToken('email-confirmation', confirmEmailPage),
  );

  await succeed('POST /api/newsletter/subscriptions', { email });
  await succeed(
    'POST /api/newsletter/confirmation',
    await mailedToken('newsletter', newsletterPages.confirm),
  );

  await succeed('POST /api/auth/forgot-password', { email });
  const temporary = temporaryPasswordIn(await mailed('temporary-password'));
  let { cookie } = await succeed('POST /api/auth/login', { email, password: temporary });
  const password = 'in the end';
  const change = { currentPassword: temporary, newPassword: password };
  ({ cookie } = await succeed('POST /api/auth/change-password', change, cookie));

  const asked = await succeed('POST /api/me/passkeys/options', { password }, cookie);
  const passkey = createAuthenticator().create(asked.body as { challenge: string }, { origin: journal.url });
  const added = { name: `Phone of ${capital(words.name)}`, passkey };
  ({ cookie } = await succeed('POST /api/me/passkeys', added, `${cookie}; ${asked.cookie}`));
  await mailed('security');

  const school = `${capital(words.school)} School`;
  const pitch = async (articleTitle: string, articleSummary: string, fullEssay: string) => {
    const text = { fullName, age: 15, school, section: 'view', articleTitle, articleSummary, fullEssay };
    const answer = await succeed('POST /api/submissions', text, cookie);
    ({ cookie } = answer);
    return (answer.body as { id: string }).id;
  };
  // The published text stays, so only its byline may name anybody.
  const published = await pitch(`Piece ${number}`, 'A piece.', 'One paragraph.');
  const pending = await pitch(
    `What ${capital(words.name)} saw`,
    `It was at ${school}.`,
    `${fullName} was there.`,
  );

  await succeed('PUT /api/me/drafts/new-pitch', { values: { fullEssay: `${fullName} goes on` } }, cookie);

  const article = await succeed(`POST /api/submissions/${published}/publish`, undefined, editor);
  const { id, createdAt: _, ...fields } = article.body as { id: number; createdAt: string };
  await succeed(`PUT /api/articles/${id}`, { ...fields, featured: 1 }, editor);
  return { cookie, password, email, articleId: id, submissionIds: [published, pending], words };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
