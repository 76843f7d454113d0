import type { ArticleCard, Motif, Section } from '@journal/contracts';
import { clash } from './clash.ts';
import { culture } from './culture.ts';
import { motifsCalledFor } from './motif-words.ts';
import { type Random, seededRandom } from './random.ts';
import { clashStages } from './stages-clash.ts';
import { cultureStages } from './stages-culture.ts';
import { viewStages } from './stages-view.ts';
import type { DrawThing } from './things.ts';
import { livingThings } from './things-alive.ts';
import { thingsAround } from './things-around.ts';
import { madeThings } from './things-made.ts';
import { view } from './view.ts';

/** What a cover depends on. Without a title or a choice it shows one of its section's own drawings. */
export type Covered = Pick<ArticleCard, 'id' | 'section'> & Partial<Pick<ArticleCard, 'title' | 'cover'>>;
export type Drawing = { readonly motif: Motif; readonly inks: number; readonly shapes: string };

const compositions = { ...clash, ...view, ...culture };
const things: Record<Exclude<Motif, keyof typeof compositions>, DrawThing> = {
  ...madeThings,
  ...livingThings,
  ...thingsAround,
};
const families: Record<Section, Own> = {
  clash: { own: clash, stages: clashStages },
  view: { own: view, stages: viewStages },
  culture: { own: culture, stages: cultureStages },
};
type Stage = (random: Random, draw: DrawThing) => string;
type Own = { readonly own: Partial<typeof compositions>; readonly stages: readonly Stage[] };

/** Number of ink sets per section; the style sheet names them `.cover-{section}.inks-{n}`. */
export const inkSets = 6;

/** Cache of drawn covers, at most about 0.7 MB. Cleared when full, since lists show the same few on every page. */
const drawn = new Map<string, Drawing>();
const maxDrawn = 500;

/**
 * Returns the cover of an article: the content of its `<svg>`, and which of its section's ink sets to use. Pure: the
 * same id, section, title and choice always give the same drawing, and the title affects only the motif. The shapes are
 * plain SVG on a sheet of 120 by 90, made of numbers only, below 3 KB, and can be cropped freely around the middle.
 */
export function drawCover(article: Covered): Drawing {
  const { id, section, title = '', cover = 'auto' } = article;
  const key = `${section} ${id} ${cover} ${title}`;
  const known = drawn.get(key);
  if (known) return known;
  const motif = cover === 'auto' ? motifFor(id, section, title) : cover;
  const random = seededRandom(`${section} ${id} ${motif}`);
  const inks = random.integer(0, inkSets - 1);
  const shapes = isThing(motif)
    ? random.pick(families[section].stages)(random, things[motif])
    : compositions[motif](random);
  const drawing = { motif, inks, shapes };
  if (drawn.size === maxDrawn) drawn.clear();
  drawn.set(key, drawing);
  return drawing;
}

const isThing = (motif: Motif): motif is keyof typeof things => motif in things;

/** Returns a motif that the title suggests, or else one of the section's own. */
function motifFor(id: number, section: Section, title: string): Motif {
  const { own } = families[section];
  const called = motifsCalledFor(title, (motif) => isThing(motif) || motif in own);
  return seededRandom(`${section} ${id}`).pick(called.length > 0 ? called : (Object.keys(own) as Motif[]));
}
