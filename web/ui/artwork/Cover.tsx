import type { ArticleCard, Section } from '@journal/contracts';
import { clash } from './clash.ts';
import { culture } from './culture.ts';
import { type Compositions, seededRandom } from './random.ts';
import { sheet } from './shapes.ts';
import { view } from './view.ts';

type CoverProps = {
  article: Pick<ArticleCard, 'id' | 'section'>;
  /** Lets the cover travel from the card to the article; a page may show each article so only once. */
  travels?: boolean;
};

/** The article's artwork. It fills its frame and is cropped around the middle; screen readers pass it by. */
export function Cover({ article, travels = false }: CoverProps) {
  const { inks, shapes } = drawCover(article);
  return (
    <svg
      className={`cover cover-${article.section} inks-${inks}`}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      {...(travels ? { style: { viewTransitionName: `cover-${article.id}` } } : {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and our own tags only
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
}

const compositions: Record<Section, Compositions> = { clash, view, culture };

/** How many sets of inks each section has; the style sheet names them `.cover-{section}.inks-{n}`. */
export const inkSets = 6;

type Drawing = { readonly inks: number; readonly shapes: string };

/** Drawings made so far, about 0.6 MB at most; emptied when it is full, since lists show the same few on every page. */
const drawings = new Map<string, Drawing>();
const maxDrawings = 500;

/**
 * Draws the cover of an article: what stands inside its `<svg>`, and which set of its section's inks to print it with.
 * Pure: the same id and section give the same drawing everywhere and for ever. The shapes are plain SVG on a sheet of
 * 120 by 90, made of numbers only, below 1.4 KB, and stand any crop around the middle.
 */
export function drawCover({ id, section }: CoverProps['article']): Drawing {
  const seed = `${section} ${id}`;
  const known = drawings.get(seed);
  if (known) return known;
  const random = seededRandom(seed);
  const inks = random.integer(0, inkSets - 1);
  const drawing = { inks, shapes: random.pick(compositions[section])(random) };
  if (drawings.size === maxDrawings) drawings.clear();
  drawings.set(seed, drawing);
  return drawing;
}
