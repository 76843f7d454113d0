import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { articlesProjection } from './articles.projection.ts';

const theirs = { contributorId: 'user-1', authorName: 'Mina Karimi' };

it('contributors who show their other pieces are known from their choices alone, and after a rebuild', async ({
  log,
  model,
}) => {
  const { articles, users } = log;
  model.start(articlesProjection);
  const showing = async (schema?: string) =>
    (await model.contents(schema)).showing_contributor.map((row) => row.contributor_id);
  const steps = [
    [() => users.register('user-1'), []],
    [() => users.showOtherPieces('user-1'), ['user-1']],
    [() => articles.publish(1, theirs), ['user-1']],
    [() => users.hideOtherPieces('user-1'), []],
    [() => articles.publish(2, { contributorId: 'user-2' }), []],
    [() => users.showOtherPieces('user-2'), ['user-2']],
    [() => users.showOtherPieces('user-1'), ['user-1', 'user-2']],
    [() => users.forget('user-2'), ['user-1']],
  ] as const;
  let last = '';
  for (const [write, expected] of steps) {
    last = await write();
    await model.applied(last);
    expect(await showing()).toEqual(expected);
  }
  model.start(articlesProjection, { schema: `re_${model.schema}` });
  await model.applied(last, `re_${model.schema}`);
  expect(await showing(`re_${model.schema}`)).toEqual(['user-1']);
});

it('a change notifies the topics of the writer’s other articles only while the writer shows them', async ({
  log,
  model,
}) => {
  const heard = await model.listen();
  model.start(articlesProjection);
  const { articles, users } = log;
  const inView = ['articles', 'section:view'];
  const all = ['articles', 'article:1', 'article:2'];
  const steps = [
    [() => users.showOtherPieces('user-2'), []],
    [() => articles.publish(1, theirs), [...inView, 'article:1', 'stats', 'mine:user-1']],
    [() => articles.publish(2, theirs), [...inView, 'article:2', 'stats', 'mine:user-1']],
    [() => articles.edit(2, { title: 'New' }), [...inView, 'article:2']],
    [
      () => articles.publish(3, { contributorId: 'user-2' }),
      [...inView, 'article:3', 'stats', 'mine:user-2'],
    ],
    [() => users.showOtherPieces('user-1'), all],
    [() => articles.edit(2, { title: 'Newer' }), [...inView, 'article:1', 'article:2']],
    [() => articles.delete(2), [...inView, 'article:1', 'article:2', 'stats', 'mine:user-1']],
    [() => articles.edit(1, { title: 'New' }), [...inView, 'article:1']],
    [() => articles.restore(2), [...inView, 'article:1', 'article:2', 'stats', 'mine:user-1']],
    [
      () => articles.publish(4, theirs),
      [...inView, 'article:1', 'article:2', 'article:4', 'stats', 'mine:user-1'],
    ],
    [() => articles.edit(3, { title: 'New' }), [...inView, 'article:3']],
    [() => articles.delete(4), [...inView, 'article:1', 'article:2', 'article:4', 'stats', 'mine:user-1']],
    [() => users.hideOtherPieces('user-1'), all],
    [() => articles.edit(2, { title: 'Newest' }), [...inView, 'article:2']],
  ] as const;
  for (const [index, [write, topics]] of steps.entries()) {
    const position = await write();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    expect(heard.at(-1)?.topics.toSorted(), `step ${index}`).toEqual(topics.toSorted());
  }
});

it('topics never connect a writer’s pieces that have different bylines', async ({ log, model }) => {
  const { articles, users } = log;
  const heard = await model.listen();
  model.start(articlesProjection);
  const inView = ['articles', 'section:view'];
  await articles.publish(1, theirs);
  await articles.publish(2, theirs);
  await articles.publish(3, { ...theirs, authorName: 'Fox' });
  await articles.publish(4, { ...theirs, authorName: 'Fox' });
  await model.applied(await articles.publish(5, { ...theirs, authorAge: null }));
  const steps = [
    // The topic of everything does not reveal which articles belong together.
    [() => users.showOtherPieces('user-1'), ['*']],
    [() => articles.edit(1, { title: 'New' }), [...inView, 'article:1', 'article:2']],
    [() => articles.edit(3, { title: 'New' }), [...inView, 'article:3', 'article:4']],
    [() => articles.edit(5, { title: 'New' }), [...inView, 'article:5']],
    // The article has left its own group and joined the others.
    [() => articles.edit(5, { authorAge: 15 }), [...inView, 'article:1', 'article:2', 'article:5']],
    [() => articles.unname(1), [...inView, 'article:1', 'article:2', 'article:5', 'stats', 'mine:user-1']],
    [() => articles.unname(2), [...inView, 'article:2', 'article:5', 'stats', 'mine:user-1']],
    [() => articles.edit(1, { title: 'Newer' }), [...inView, 'article:1']],
    [() => users.hideOtherPieces('user-1'), ['*']],
  ] as const;
  for (const [index, [write, topics]] of steps.entries()) {
    const position = await write();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    expect(heard.at(-1)?.topics.toSorted(), `step ${index}`).toEqual(topics.toSorted());
  }
});

it('a choice that is reverted in the same batch notifies no topic', async ({ log, model }) => {
  const { articles, users } = log;
  const heard = await model.listen();
  const first = model.start(articlesProjection);
  await articles.publish(1, theirs);
  await model.applied(await articles.publish(2, theirs));
  await first.stop();
  await users.showOtherPieces('user-1');
  const position = await users.hideOtherPieces('user-1');
  model.start(articlesProjection);
  await until(() => expect(heard.at(-1)).toMatchObject({ position, topics: [] }));
  expect((await model.contents()).showing_contributor).toEqual([]);
});
