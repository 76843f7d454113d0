import { type ArticleCard, topics } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { putIssue } from '../testing/issue-row.ts';
import { sampleToken, useQuerySystem } from '../testing/query-system.ts';
import type { TestArticle } from '../testing/tables.ts';
import { mostSimilar } from './further-articles.ts';

const system = useQuerySystem({}, async () => {
  const clash = [1, 2, 3, 4].map((id) => ({ id, section: 'clash' as const }));
  const excerpts = [
    'Nothing but weather',
    'The sea wall',
    'Nobody builds walls',
    'On weather, and nothing else',
  ];
  const view = excerpts.map((excerpt, index) => ({ id: 5 + index, excerpt }));
  await system.tables.commit({ articles: [...clash, ...view] });
});

const further = async (id: number | string) => {
  const answer = await system.get(`/api/articles/${id}/further`, {
    'journal-position': system.tables.position,
  });
  const { issue, opposing, next, related } = answer.json();
  return { topics: answer.headers['journal-topics'], issue, opposing, next, related };
};
const idsOf = async (id: number) => {
  const { next, related } = await further(id);
  return [next?.id, related?.id];
};

describe('further reading after an article', () => {
  it('names the previous article of its section, and the one of the others that shares most words', async () => {
    expect(await idsOf(8)).toEqual([7, 5]);
    expect(await idsOf(4)).toEqual([3, 2]);
  });

  it('names the first published issue that contains the article, with its visible pieces', async () => {
    const issueOf8 = async () => (await further(8)).issue;
    const contents = [7, 8].map((articleId) => ({ articleId, title: `Title ${articleId}` }));
    const put = async (number: number, status: 'published' | 'withdrawn') => {
      const pieces = [7, 8].map((articleId) => ({ articleId, heading: null }));
      await putIssue(system.tables.pool, { number, status, title: `Issue of ${number}`, pieces });
      await system.tables.commit({ topics: [topics.issues, topics.article(7), topics.article(8)] });
    };
    expect(await issueOf8()).toBeNull();
    await put(12, 'published');
    expect(await issueOf8()).toEqual({ number: 12, title: 'Issue of 12', contents });
    expect((await further(8)).topics).toBe('article:8 article:7 section:view');
    await put(9, 'published');
    expect(await issueOf8()).toEqual({ number: 9, title: 'Issue of 9', contents });
    const change = async (article: Partial<TestArticle>) => {
      const articles = [{ id: 7, excerpt: 'Nobody builds walls', ...article }];
      await system.tables.commit({ articles, topics: [topics.articles, topics.article(7)] });
    };
    await change({ title: 'Renamed' });
    expect((await issueOf8()).contents[0]).toEqual({ articleId: 7, title: 'Renamed' });
    await change({ isDeleted: true });
    expect((await issueOf8()).contents).toEqual(contents.slice(1));
    await change({});
    for (const number of [9, 12]) await put(number, 'withdrawn');
    expect(await issueOf8()).toBeNull();
    expect((await further(6)).issue).toBeNull();
  });

  it('continues with the newest article after the oldest', async () => {
    expect(await idsOf(1)).toEqual([4, 3]);
  });

  it('contains a card, and depends only on the article and its section', async () => {
    const { next, topics: told } = await further(8);
    expect(next).toMatchObject({ id: 7, authorName: 'Writer 7' });
    expect(next).not.toHaveProperty('content');
    expect(told).toBe('article:8 section:view');
  });

  it('skips deleted articles and shows new titles immediately, although responses are cached', async () => {
    const changed = (id: number) => [topics.articles, topics.article(id), topics.section('clash')];
    await idsOf(4);
    await system.tables.commit({
      articles: [{ id: 3, section: 'clash', isDeleted: true }],
      topics: changed(3),
    });
    expect(await idsOf(4)).toEqual([2, 1]);
    await system.tables.commit({
      articles: [{ id: 2, section: 'clash', title: 'Renamed' }],
      topics: changed(2),
    });
    expect((await further(4)).next.title).toBe('Renamed');
    await system.tables.commit({ articles: [{ id: 3, section: 'clash' }], topics: changed(3) });
    expect((await idsOf(4))[0]).toBe(3);
  });

  it('names the other side of a debate if both are visible, in The Clash, and paired with each other', async () => {
    const sides = async () => Promise.all([1, 4].map(async (id) => (await further(id)).opposing?.id ?? null));
    const change = (
      ...articles: { id: number; opposingId?: number | null; section?: 'view'; isDeleted?: true }[]
    ) =>
      system.tables.commit({
        articles: articles.map((article) => ({ section: 'clash', ...article })),
        topics: [topics.articles, topics.section('clash'), ...articles.map(({ id }) => topics.article(id))],
      });
    await change({ id: 1, opposingId: 4 });
    expect(await sides()).toEqual([null, null]);
    await change({ id: 4, opposingId: 1 });
    expect(await sides()).toEqual([4, 1]);
    const { next, related } = await further(1);
    expect([next.id, related]).toEqual([3, null]);
    await change({ id: 4, opposingId: 1, isDeleted: true });
    expect(await sides()).toEqual([null, null]);
    await change({ id: 4, opposingId: 1 });
    expect(await sides()).toEqual([4, 1]);
    await change({ id: 4, opposingId: 1, section: 'view' });
    expect(await sides()).toEqual([null, null]);
    await change({ id: 4, opposingId: null });
    expect(await sides()).toEqual([null, null]);
  });

  it('marks cards with their side of a debate while readers see both sides', async () => {
    const cards = async (path: string) =>
      (await system.get(path, { 'journal-position': system.tables.position }))
        .json<ArticleCard[]>()
        .map(({ id, debate }) => [id, debate]);
    const change = (own: object, other: object) =>
      system.tables.commit({
        articles: [
          { id: 2, section: 'clash', opposingId: 3, debateRole: 'statement', featured: 1, ...own },
          { id: 3, section: 'clash', opposingId: 2, debateRole: 'reply', ...other },
        ],
        topics: [topics.articles, topics.section('clash'), topics.featured],
      });
    const section = '/api/articles/section/clash?fields=card';
    const featured = '/api/articles/featured?limit=6&fields=card';
    await change({}, {});
    expect(await cards(section)).toEqual([
      [4, undefined],
      [3, 'reply'],
      [2, 'statement'],
      [1, undefined],
    ]);
    expect(await cards(featured)).toEqual([[2, 'statement']]);
    const { next } = await further(4);
    expect(next).toMatchObject({ id: 3, debate: 'reply' });
    for (const other of [{ isDeleted: true }, { section: 'view' }, { opposingId: 4 }, { title: null }]) {
      await change({}, other);
      expect(await cards(featured)).toEqual([[2, undefined]]);
    }
    const none = { opposingId: null, debateRole: null, featured: 0 } as const;
    await change(none, none);
  });

  it('shows editors the other side of a debate even if readers do not see it', async () => {
    const opposing = async (id: number) => {
      const answer = await system.get(`/api/articles/${id}/opposing`, {
        authorization: `Bearer ${sampleToken}`,
        'journal-position': system.tables.position,
      });
      return answer.json();
    };
    const sides = async () => [await opposing(2), await opposing(3)];
    const change = async (own: object, other: object) => {
      await system.tables.commit({
        articles: [
          { id: 2, section: 'clash', title: 'Two', ...own },
          { id: 3, section: 'clash', title: 'Three', ...other },
        ],
      });
      await system.tables.accounts.moveTo(system.tables.position);
    };
    await change({}, {});
    expect(await sides()).toEqual([null, null]);
    for (const [other, own, isShown] of [
      [{}, {}, true],
      [{}, { section: 'view' }, false],
      [{ section: 'view' }, {}, false],
      [{ isDeleted: true }, {}, false],
      [{}, { isDeleted: true }, false],
      [{ isDeleted: true, title: null }, {}, false],
    ] as const) {
      await change({ opposingId: 3, ...own }, { opposingId: 2, ...other });
      const title = 'title' in other ? null : 'Three';
      expect(await sides()).toEqual([
        { id: 3, title, isShown },
        { id: 2, title: 'Two', isShown },
      ]);
    }
    await change({ opposingId: 3 }, { opposingId: null });
    expect(await sides()).toEqual([{ id: 3, title: 'Three', isShown: false }, null]);
    await change({ opposingId: null }, { opposingId: null });
  });

  it.each(['99', '0', 'x'])('returns 404 for the id %s', async (id) => {
    expect((await system.get(`/api/articles/${id}/further`)).statusCode).toBe(404);
  });
});

it('mostSimilar compares words of five letters or more, ignores case, and returns the first of equals', () => {
  const words = (title: string, excerpt = '') => ({ title, excerpt });
  const others = [
    words('The end and the way'),
    words('Letters', 'to GRANDMOTHERS'),
    words('Letters of grandmothers'),
  ];
  expect(mostSimilar(words('The way that grandmothers write letters'), others)).toBe(others[1]);
  expect(mostSimilar(words('Ü'), others)).toBe(others[0]);
  expect(mostSimilar(words('Letters'), [])).toBeUndefined();
});

describe('other pieces by the writer', () => {
  const writers = ['shows-others', 'hides-others'];
  const [shows = '', hides = ''] = writers;
  const others = async (id: number) =>
    (await read(`/api/articles/${id}/further`)).json().otherPieces.map((one: { id: number }) => one.id);
  const read = (url: string) => system.get(url, { 'journal-position': system.tables.position });
  const change = (...articles: TestArticle[]) =>
    system.tables.commit({
      articles: articles.map(({ contributorId = shows, ...one }) => ({
        section: one.id > 20 ? ('clash' as const) : ('culture' as const),
        contributorId,
        authorName: 'Zoë Ångström',
        ...one,
      })),
      topics: [topics.everything],
    });

  it('are shown if the writer wants it: at most three, newest first, no duplicates, no namesakes', async () => {
    await change(
      { id: 21, contributorId: hides },
      { id: 22 },
      { id: 23 },
      { id: 24, contributorId: hides },
      { id: 11 },
      { id: 12 },
      { id: 13 },
    );
    expect(await others(22)).toEqual([]);
    await system.tables.showOtherPieces(shows);
    await change();
    // 12 and 11 are already shown as the next and the related article.
    expect(await others(13)).toEqual([23, 22]);
    expect(await others(22)).toEqual([23, 13, 12]);
    expect(await others(21)).toEqual([]);
  });

  it('exclude articles that readers do not see, and are empty without a byline', async () => {
    await change({ id: 23, isDeleted: true }, { id: 13, title: null }, { id: 12, authorName: null });
    expect(await others(22)).toEqual([11]);
    expect(await others(12)).toEqual([]);
    await change({ id: 23 }, { id: 13 }, { id: 12 });
    expect(await others(22)).toEqual([23, 13, 12]);
  });

  it('have exactly the same byline, so that none reveals what another withholds', async () => {
    for (const byline of [
      { authorName: 'Fox' },
      { authorName: 'Zoë' },
      { authorAge: null },
      { authorAge: 16 },
      { authorSchool: null },
    ]) {
      await change({ id: 23, ...byline });
      expect([await others(22), await others(23)]).toEqual([[13, 12, 11], []]);
      await change({ id: 13, ...byline });
      expect([await others(22), await others(23)]).toEqual([[12, 11], [13]]);
      await change({ id: 13 });
    }
    const withheld = { authorName: 'Name withheld', authorAge: null, authorSchool: null };
    await change({ id: 23, ...withheld }, { id: 13, ...withheld });
    expect([await others(22), await others(23)]).toEqual([[12, 11], []]);
    await change({ id: 23 }, { id: 13 });
  });

  it('appear in no public response if the writer does not want it, nor does the writer’s id', async () => {
    await system.tables.showOtherPieces(hides);
    await change();
    expect(await others(24)).toEqual([21]);
    await system.tables.hideOtherPieces();
    await change();
    const urls = [
      '/api/articles/24',
      '/api/articles/24/further',
      '/api/articles',
      '/api/articles?fields=card',
    ];
    const answers = await Promise.all([...urls, '/api/articles/22/further'].map(read));
    expect(answers[1]?.json()).toMatchObject({ otherPieces: [] });
    for (const { body, headers } of answers)
      for (const writer of writers) expect(body + JSON.stringify(headers)).not.toContain(writer);
    // With no other articles, and with others that are not shown, the response is the same.
    await change({ id: 21, contributorId: 'somebody-else' });
    expect((await read('/api/articles/24/further')).body).toBe(answers[1]?.body);
  });
});
