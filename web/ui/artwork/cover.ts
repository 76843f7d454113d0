import type { Section } from '@journal/contracts';
import { arrows } from './clash/arrows.ts';
import { balance } from './clash/balance.ts';
import { collision } from './clash/collision.ts';
import { counterchange } from './clash/counterchange.ts';
import { facingHalves } from './clash/facing-halves.ts';
import { interference } from './clash/interference.ts';
import { overlap } from './clash/overlap.ts';
import { teeth } from './clash/teeth.ts';
import { voices } from './clash/voices.ts';
import { levels } from './culture/levels.ts';
import { pulse } from './culture/pulse.ts';
import { record } from './culture/record.ts';
import { scales } from './culture/scales.ts';
import { terrazzo } from './culture/terrazzo.ts';
import { tiles } from './culture/tiles.ts';
import { truchet } from './culture/truchet.ts';
import { weave } from './culture/weave.ts';
import { type Random, seededRandom } from './random.ts';
import { hills } from './view/hills.ts';
import { peaks } from './view/peaks.ts';
import { road } from './view/road.ts';
import { sea } from './view/sea.ts';
import { slicedSun } from './view/sliced-sun.ts';
import { steps } from './view/steps.ts';
import { tide } from './view/tide.ts';
import { windowView } from './view/window.ts';

type Composition = (random: Random) => string;

const families: Record<Section, readonly [Composition, ...Composition[]]> = {
  clash: [facingHalves, collision, overlap, interference, teeth, balance, counterchange, arrows, voices],
  view: [sea, hills, windowView, road, slicedSun, peaks, steps, tide],
  culture: [truchet, tiles, scales, pulse, weave, record, terrazzo, levels],
};

/** How many sets of inks each section has; the style sheet names them `.cover-{section}.inks-{n}`. */
export const inkSets = 6;

/** An article's cover: what stands inside its `<svg>`, and which set of its section's inks to print it with. */
export type CoverDrawing = { readonly inks: number; readonly shapes: string };

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
