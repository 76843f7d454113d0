import { type FurtherArticles, type OpposingSide, toArticleCard } from '@journal/contracts';
import { isListed } from '@journal/read-models';
import type { ArticlesStore, StoredArticle } from './articles.store.ts';

/** Number of preceding articles, and of newest ones, that are compared with an article. */
const compared = 24;

/** Maximum number of the writer's other articles that are shown, and of articles shown besides them. */
const maxOthers = 3;
const maxBesides = 3;

/**
 * Resolves with what to read after an article: the other side of its debate, if readers see both and both are in The
 * Clash; then, from its section, the articles before it and, after the oldest, the newest; and other articles of its
 * writer, if the writer wants that.
 */
export async function findFurther(
  store: ArticlesStore,
  article: StoredArticle,
): Promise<Omit<FurtherArticles, 'issue'>> {
  const { id, section, opposingId } = article;
  const [before, newest, other, ofWriter] = await Promise.all([
    store.list({ section, after: id, cards: true }, compared),
    store.list({ section, cards: true }, compared),
    opposingId === null || section !== 'clash' ? undefined : store.card(opposingId),
    store.otherPieces(id, maxOthers + maxBesides),
  ]);
  const opposing = other?.opposingId === id && other.section === section ? other : undefined;
  const around = [...before, ...newest.filter((one) => one.id > id)];
  const [next, ...others] = around.filter((one) => one.id !== opposing?.id);
  const related = opposing ? undefined : mostSimilar(article, others);
  const shown = new Set([opposing, next, related].map((one) => one?.id));
  return {
    opposing: cardOf(opposing),
    next: cardOf(next),
    related: cardOf(related),
    otherPieces: ofWriter
      .filter((one) => !shown.has(one.id))
      .slice(0, maxOthers)
      .map(toArticleCard),
  };
}

/** Resolves with the other side of a debate, whatever became of it; null if the article is in no debate. */
export async function findOpposing(store: ArticlesStore, article: StoredArticle): Promise<OpposingSide> {
  const { id, opposingId } = article;
  const other = opposingId === null ? undefined : await store.anyCard(opposingId);
  if (!other) return null;
  const areInTheClash = [article, other].every((one) => isListed(one) && one.section === 'clash');
  return { id: other.id, title: other.title, isShown: areInTheClash && other.opposingId === id };
}

const cardOf = (article: StoredArticle | undefined) => (article ? toArticleCard(article) : null);

/** Returns the article whose title and excerpt share the most words with the given one, the first if tied. Pure. */
export function mostSimilar<One extends Words>(article: Words, others: readonly One[]): One | undefined {
  const own = wordsOf(article);
  const shared = (other: One) => [...wordsOf(other)].filter((word) => own.has(word)).length;
  return others.reduce<One | undefined>(
    (best, other) => (best === undefined || shared(other) > shared(best) ? other : best),
    undefined,
  );
}

type Words = Pick<StoredArticle, 'title' | 'excerpt'>;

/** Shorter words carry little meaning on their own. */
const minLetters = 5;

const wordsOf = ({ title, excerpt }: Words): ReadonlySet<string> =>
  new Set(
    `${title} ${excerpt}`
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= minLetters),
  );
