import { randomUUID } from 'node:crypto';
import { openEventStore } from '@journal/event-store';
import { articleStream, createEventCodec, journalEvents } from '@journal/events';
import { createPostgresVault } from '@journal/vault';
import { findMessage, temporaryPasswordIn } from '../../tools/testing/outbox-message.ts';
import type { StartedJournal } from '../../tools/testing/start-journal.ts';
import { databaseOf, secretsOf } from './database-texts.ts';

/** Somebody whose every word is found nowhere else. */
export interface Person {
  id: string;
  cookie: string;
  password: string;
  email: string;
  articleId: number;
  /** A pitch that waits for the editors. */
  submissionId: string;
  /** In lower case: of the name, of the address (and so of the user name), of the school. */
  words: { name: string; address: string; school: string };
}

/**
 * Does everything that leaves something behind: registers, subscribes to the newsletter and confirms it, forgets the
 * password, signs in by the mailed one, changes it, pitches, and is published with a byline. `untilMailed` waits for a
 * message.
 */
export async function live(
  journal: StartedJournal,
  number: number,
  untilMailed: (read: () => Promise<string | undefined>) => Promise<string>,
): Promise<Person> {
  const words = { name: `quorvex${number}`, address: `zimbalo${number}`, school: `thrundel${number}` };
  const email = `${words.address}@journal.example`;
  const mailed = (kind: string) => untilMailed(() => findMessage(journal.dataFolder, kind, email));
  const fullName = `Sample ${capital(words.name)}`;
  const registered = await send(journal, '/api/auth/register', { email, password: 'at first', fullName });
  const { id } = registered.body as { id: string };

  await send(journal, '/api/newsletter/subscriptions', { email });
  const confirmation = await mailed('newsletter');
  const [, token = ''] = /\/newsletter\/confirm\?token=([\w.~%-]+)/.exec(confirmation) ?? [];
  await send(journal, '/api/newsletter/confirmation', { token: decodeURIComponent(token) });

  await send(journal, '/api/auth/forgot-password', { email });
  const message = await mailed('temporary-password');
  const temporary = temporaryPasswordIn(message);
  const { cookie } = await send(journal, '/api/auth/login', { email, password: temporary });
  const password = 'in the end';
  const change = { currentPassword: temporary, newPassword: password };
  const changed = await send(journal, '/api/auth/change-password', change, cookie);
  const school = `${capital(words.school)} School`;
  const pitched = await send(
    journal,
    '/api/submissions',
    {
      fullName,
      age: 15,
      school,
      section: 'view',
      articleTitle: `What ${capital(words.name)} saw`,
      articleSummary: `It was at ${school}.`,
      fullEssay: `${fullName} was there.`,
    },
    changed.cookie,
  );
  await publish(journal, {
    id,
    articleId: number,
    name: fullName,
    school,
  });
  const { id: submissionId } = pitched.body as { id: string };
  return { id, cookie: pitched.cookie, password, email, articleId: number, submissionId, words };
}

interface Sent {
  body: unknown;
  /** The session that the answer gives. */
  cookie: string;
}

/** Sends as a browser would; throws where the answer is no success. */
async function send({ url }: StartedJournal, path: string, body: object, cookie = ''): Promise<Sent> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  const [given] = answer.headers.getSetCookie();
  return { body: text === '' ? undefined : JSON.parse(text), cookie: given?.split(';', 1)[0] ?? cookie };
}

/** As the publishing of a user's pitch does. */
async function publish(
  { dataFolder }: StartedJournal,
  { id, articleId, name, school }: { id: string; articleId: number; name: string; school: string },
): Promise<void> {
  const url = await databaseOf(dataFolder);
  const { MASTER_KEY = '' } = await secretsOf(dataFolder);
  const store = await openEventStore(url);
  const vault = await createPostgresVault({ url, masterKey: MASTER_KEY, applicationName: 'forgetting spec' });
  const codec = createEventCodec({ vault, events: journalEvents });
  const metadata = {
    actor: { id: 'editor', role: 'admin' },
    requestId: randomUUID(),
    correlationId: randomUUID(),
    causationId: randomUUID(),
    at: new Date().toISOString(),
  } as const;
  const data = {
    articleId,
    contributorId: id,
    title: `Piece ${articleId}`,
    excerpt: 'A piece.',
    content: 'One paragraph.',
    section: 'view',
    authorName: name,
    authorAge: 15,
    authorSchool: school,
    readTime: 1,
    featured: 1,
  } as const;
  try {
    const claim = await codec.seal({ type: 'ArticleIdClaimed', data: {} }, randomUUID(), metadata);
    const { revision } = await store.append('article-ids', [claim], 'any');
    if (revision !== articleId - 1) throw new Error(`The article would be ${revision + 1}`);
    const published = await codec.seal({ type: 'ArticlePublished', data }, randomUUID(), metadata);
    await store.append(articleStream(articleId), [published], 'none');
  } finally {
    await store.close();
    await vault.close();
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
