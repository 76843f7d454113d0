import { type Section, sections } from '@journal/contracts';
import { sectionNames } from './section-marks.ts';

type SectionTexts = {
  readonly name: string;
  readonly href: string;
  /** Plural name of its pieces, as in the filter of Home. */
  readonly plural: string;
  readonly description: string;
  readonly lead: string;
  readonly readAll: string;
  readonly heading: string;
  readonly loading: string;
  readonly empty: string;
  readonly emptyHint?: string;
  /** Headings with their explanations. */
  readonly points: Readonly<Record<string, string>>;
};

const texts: Readonly<Record<Section, Omit<SectionTexts, 'name' | 'href'>>> = {
  clash: {
    plural: 'Debates',
    description: 'Debates with opposing viewpoints.',
    lead: 'Debates with opposing viewpoints: one question, at least two honest answers, and nobody shouted down.',
    readAll: 'Read All Debates',
    heading: 'Recent Debates',
    loading: 'Loading debates...',
    empty: 'No debates available',
    emptyHint: 'Check back soon for fresh perspectives and heated discussions.',
    points: {
      'Multiple Perspectives':
        'A question worth arguing about has more than one good answer. You find them here side by side.',
      'Respectful Discourse':
        'Go for the argument as hard as you like, and never for the person who makes it.',
      'Current Issues': 'What is being argued about at school, at home and online, while it still matters.',
    },
  },
  view: {
    plural: 'Essays',
    description: 'Personal essays and evolving perspectives.',
    lead: 'Personal essays and evolving perspectives: what happened, what I made of it then, and what I think now.',
    readAll: 'Read All Essays',
    heading: 'Recent Essays',
    loading: 'Loading essays...',
    empty: 'No essays available',
    points: {
      'Personal Stories':
        'Essays that start from something the writer was there for, and that nobody else could have written.',
      'Evolving Perspectives': 'Changing your mind is a strength. In these pages you can watch it happen.',
      'Authentic Voices': 'Edited with care, and never until everyone sounds the same.',
    },
  },
  culture: {
    plural: 'Culture',
    description: 'Reviews, trends and cultural commentary.',
    lead: 'Reviews, trends and cultural commentary: what we watch, wear, play and listen to, taken seriously.',
    readAll: 'Explore Culture',
    heading: 'Recent Reviews & Commentary',
    loading: 'Loading cultural content...',
    empty: 'No cultural content available',
    points: {
      'Trend Analysis': 'Where a thing comes from, why it is everywhere this month, and who gains by it.',
      'Honest Reviews': 'What we liked, what we did not, and why, so that you can disagree.',
      'Cultural Impact': 'What books, films, games and songs do to the people who grow up with them.',
    },
  },
};

export const sectionTexts = Object.fromEntries(
  sections.map((section) => [
    section,
    { name: sectionNames[section], href: `/${section}`, ...texts[section] },
  ]),
) as Readonly<Record<Section, SectionTexts>>;

/** Returns the section that the path names. Throws if the page's route allows other values. */
export function sectionOf({ routeParams }: { readonly routeParams: Readonly<Record<string, string>> }) {
  const named = sections.find((section) => section === routeParams.section);
  if (named === undefined) throw new Error('The page has no section');
  return named;
}
