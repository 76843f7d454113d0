import { pageTexts } from '@journal/contracts/page-texts';
import { type PageId, pageStream } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it, type Log } from '../../testing/projection-test.ts';
import { articlesProjection } from './articles.projection.ts';

const editPage = (log: Log, pageId: PageId, text: string | null, more: { restoredRevision?: number } = {}) =>
  log.write(pageStream(pageId), { type: 'PageEdited', data: { pageId, text, ...more } });

it('a page has its default text and each later version', async ({ log, model }) => {
  model.start(articlesProjection);
  const heard = await model.listen();
  const first = await editPage(log, 'privacy', 'First');
  await editPage(log, 'privacy', null);
  await editPage(log, 'terms', 'Rules');
  const last = await editPage(log, 'privacy', 'First', { restoredRevision: 0 });
  await model.applied(last);
  const { page_version: versions } = await model.contents();
  const shown = versions
    .map((row) => [row.page_id, row.revision, row.text, row.is_own, row.restored_revision])
    .sort();
  expect(shown).toEqual([
    ['privacy', -1, pageTexts.privacy, false, null],
    ['privacy', 0, 'First', true, null],
    ['privacy', 1, pageTexts.privacy, false, null],
    ['privacy', 2, 'First', true, 0],
    ['terms', -1, pageTexts.terms, false, null],
    ['terms', 0, 'Rules', true, null],
  ]);
  expect(versions.find(({ position }) => position === first)).toMatchObject({
    page_id: 'privacy',
    event: 'PageEdited',
    changed: ['text'],
  });
  await until(() =>
    expect(new Set(heard.flatMap(({ topics }) => topics))).toEqual(new Set(['page:privacy', 'page:terms'])),
  );
});
