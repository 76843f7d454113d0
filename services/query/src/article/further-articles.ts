import { type FurtherArticles, type OpposingSide, toArticleCard } from '@journal/contracts';
import { isListed } from '@journal/read-models';
import type { ArticlesStore, StoredArticle } from './articles.store.ts';

/** How many articles before it, and how many of the newest, are compared with an article. */
const compared = 24;

/** How many others of the writer are shown at most, and how many pieces besides them. */
const maxOthers = 3;
const maxBesides = 3;

/**
 * Resolves with what to read after an article: the other side of its debate, while readers see both
 * and both are in The Clash; then of its section those before it, and the newest after the oldest; and others of its writer,
 * who wants that.
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
  const related = opposing ? undefined : mostAlike(article, others);
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

/** Resolves with the other side of a debate, whatever became of it; null where the article is in none. */
export async function findOpposing(store: ArticlesStore, article: StoredArticle): Promise<OpposingSide> {
  const { id, opposingId } = article;
  const other = opposingId === null ? undefined : await store.anyCard(opposingId);
  if (!other) return null;
  const areInTheClash = [article, other].every((one) => isListed(one) && one.section === 'clash');
  return { id: other.id, title: other.title, isShown: areInTheClash && other.opposingId === id };
}

const cardOf = (article: StoredArticle | undefined) => (article ? toArticleCard(article) : null);

/** Returns the one whose title and excerpt share most words with the article's, the first of equals. Pure. */
export function mostAlike<One extends Words>(article: Words, others: readonly One[]): One | undefined {
  const own = wordsOf(article);
  const shared = (other: One) => [...wordsOf(other)].filter((word) => own.has(word)).length;
  return others.reduce<One | undefined>(
    (best, other) => (best === undefined || shared(other) > shared(best) ? other : best),
    undefined,
  );
}

type Words = Pick<StoredArticle, 'title' | 'excerpt'>;

/** Words shorter than this mean little by themselves. */
const leastLetters = 5;

const wordsOf = ({ title, excerpt }: Words): ReadonlySet<string> =>
  new Set(
    `${title} ${excerpt}`
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= leastLetters),
  );
