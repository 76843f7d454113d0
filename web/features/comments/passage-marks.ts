import { comparePlaces, findPassage, type Passage, type PassageTexts, type Place } from '@journal/contracts';

/** A comment with its number on the page and the current place of its passage; undefined if the passage has changed. */
export type Placed<Commented extends Passage = Passage> = {
  readonly comment: Commented;
  readonly number: number;
  readonly place: Place | undefined;
};

/**
 * Returns the comments in the reading order of their passages, numbered from 1; those whose passage is gone come last.
 */
export function placeComments<Commented extends Passage>(
  texts: PassageTexts,
  comments: readonly Commented[],
): readonly Placed<Commented>[] {
  return comments
    .map((comment) => ({ comment, place: findPassage(texts, comment) }))
    .sort((one, other) => {
      if (one.place && other.place) return comparePlaces(one.place, other.place);
      return Number(one.place === undefined) - Number(other.place === undefined);
    })
    .map((each, index) => ({ ...each, number: index + 1 }));
}

/** A part of a paragraph, with the comments on it and those whose passage ends with it. */
export type Segment<Commented extends Passage> = {
  readonly start: number;
  readonly text: string;
  readonly on: readonly Placed<Commented>[];
  readonly ending: readonly Placed<Commented>[];
};

/** Returns a paragraph in parts, each with the same comments on all of it. Comments may overlap. */
export function segmentsOf<Commented extends Passage>(
  text: string,
  placed: readonly Placed<Commented>[],
): readonly Segment<Commented>[] {
  const bounds = placed.flatMap(({ place }) => (place ? [place.start, place.end] : []));
  const cuts = [...new Set([0, ...bounds, text.length])].sort((one, other) => one - other);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    const on = placed.filter(({ place }) => place && place.start <= start && place.end >= end);
    return { start, text: text.slice(start, end), on, ending: on.filter(({ place }) => place?.end === end) };
  });
}
