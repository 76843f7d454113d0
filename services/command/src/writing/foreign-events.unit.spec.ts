import { randomUUID } from 'node:crypto';
import type { EventStore } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { articleIdsStream, isForeign } from '@journal/events';
import { expect, it } from 'vitest';
import { codeOf, cookieOf, createNewsroom, sampleUser } from '../testing/command-side.ts';

type Answer = { statusCode: number; headers: object; body: string };

/** A log in memory to which another program also writes: before each append to a stream, an event of the same type. */
function amongOthers() {
  const engine = createMemoryEventStore();
  const append: EventStore['append'] = async (stream, events, expected) => {
    const last = engine.log.findLast((event) => event.stream === stream);
    // Every event in the stream of ids counts as an id, whoever wrote it.
    if (stream !== articleIdsStream && (!last || !isForeign(last))) {
      const type = events[0]?.type ?? 'Theirs';
      await engine.append(stream, [{ id: randomUUID(), type, data: {}, metadata: {} as never }], 'any');
    }
    return engine.append(stream, events, expected);
  };
  return { ...engine, append };
}

/** Everything that depends on a stream's revisions: the responses, without ids and times. */
async function story(store: EventStore) {
  const side = await createNewsroom({ store });
  const answers: unknown[] = [];
  const tell = <Told extends Answer>(answer: Told): Told => {
    answers.push([answer.statusCode, answer.body.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')]);
    return answer;
  };
  const etagOf = ({ headers }: Answer) => ({ 'if-match': String(Reflect.get(headers, 'etag')) });
  const lastRevision = (stream: string) =>
    side.log.findLast((event) => event.stream === stream)?.revision ?? -1;

  const key = { 'idempotency-key': 'key-1' };
  tell(await side.publish({}, key));
  tell(await side.publish({}, key));
  const first = tell(await side.edit(1));
  const published = lastRevision('article-1');
  const second = tell(await side.edit(1, { title: 'Second' }, etagOf(first)));
  tell(await side.edit(1, { title: 'Third' }, etagOf(first)));
  tell(await side.edit(1, { title: 'Fourth' }, etagOf(second)));
  tell(await side.restore(1, { revision: published }));
  tell(await side.restore(1, { revision: lastRevision('article-1') + 1 }));
  tell(await side.remove(1));
  tell(await side.restore(1));

  const pitch = await side.pitched();
  tell(await side.editPitch(pitch, { articleTitle: 'Better' }));
  tell(await side.publishPitch(pitch));
  tell(await side.finishPublishing(pitch));
  const byline = { name: 'first', showAge: false, showSchool: false };
  tell(await side.call('PUT', `/api/submissions/mine/${pitch}/byline`, byline, side.writer.headers));
  // Refused only if the article has that byline.
  tell(await side.edit(2));
  const page = (text: string, headers: object = {}) =>
    side.call('PUT', '/api/pages/privacy', { text }, { ...side.admin.headers, ...headers });
  const saved = tell(await page('About us'));
  tell(await page('About us all', etagOf(saved)));
  tell(await page('About them', etagOf(saved)));

  const registered = tell(await side.register());
  tell(await side.register());
  tell(await side.login());
  tell(await side.change(cookieOf(registered), sampleUser.password));
  tell(await side.login());
  const signedIn = tell(await side.login({ password: 'another secret' }));
  tell(await side.operate('administrators/grant', { email: sampleUser.email }));
  tell(await side.operate('administrators/revoke', { email: sampleUser.email }));
  tell(await side.operate('administrators/grant', { email: sampleUser.email }));
  tell(await side.operate('administrators/revoke', { email: sampleUser.email }));
  tell(await side.erase(cookieOf(signedIn), { password: 'another secret' }));
  tell(await side.login({ password: 'another secret' }));
  tell(await side.register());
  return { ...side, answers };
}

it('events that other programs write into the journal’s streams change no response', async () => {
  const among = await story(amongOthers());
  const alone = await story(createMemoryEventStore());
  expect(among.answers).toEqual(alone.answers);
  expect(new Set(alone.answers.map((answer) => (answer as [number])[0]))).toEqual(
    new Set([201, 200, 412, 404, 204, 409, 401]),
  );
  expect(among.log.filter(isForeign).length).toBeGreaterThan(20);
  // A follower of the stream can tell that no event of the journal is missing.
  const article = among.log.filter((event) => event.stream === 'article-1' && !isForeign(event));
  expect(article.map(({ metadata }) => metadata.previousRevision)).toEqual(
    [-1, ...article.map(({ revision }) => revision)].slice(0, -1),
  );
  // Histories list no foreign events.
  const theirs = among.log.filter((event) => event.stream === 'article-1' && isForeign(event));
  for (const { revision } of theirs)
    expect(codeOf(await among.restore(1, { revision }))).toBe('version-not-found');
});
