import type { ArticleCard, Section } from '@journal/contracts';
import {
  arrows,
  balance,
  collision,
  counterchange,
  facingHalves,
  interference,
  overlap,
  teeth,
  voices,
} from './clash.ts';
import { levels, pulse, record, scales, terrazzo, tiles, truchet, weave } from './culture.ts';
import { type Random, seededRandom, sheet } from './shapes.ts';
import { hills, peaks, road, sea, slicedSun, steps, tide, windowView } from './view.ts';

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

type Composition = (random: Random) => string;

const families: Record<Section, readonly [Composition, ...Composition[]]> = {
  clash: [facingHalves, collision, overlap, interference, teeth, balance, counterchange, arrows, voices],
  view: [sea, hills, windowView, road, slicedSun, peaks, steps, tide],
  culture: [truchet, tiles, scales, pulse, weave, record, terrazzo, levels],
};

/** How many sets of inks each section has; the style sheet names them `.cover-{section}.inks-{n}`. */
export const inkSets = 6;

/** An article's cover: what stands inside its `<svg>`, and which set of its section's inks to print it with. */
type CoverDrawing = { readonly inks: number; readonly shapes: string };

/**
 * Draws the cover of an article: opposing shapes for debates, horizons for essays, patterns for culture.
 * Pure: the same id and section give the same drawing everywhere and for ever. The shapes are plain SVG
 * on a sheet of 120 by 90, made of numbers only, below 1.4 KB, and stand any crop around the middle.
 */
export function drawCover(article: { readonly id: number; readonly section: Section }): CoverDrawing {
  const random = seededRandom(`${article.section} ${article.id}`);
  const inks = random.integer(0, inkSets - 1);
  return { inks, shapes: random.pick(families[article.section])(random) };
}
