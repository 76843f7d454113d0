import Type, { type Static } from 'typebox';

/**
 * One message of `GET /api/changes` (event `change`): the read side has moved to `position` and what the
 * topics name may read differently now. `topics` holds `articles` on any change of an article, and
 * `article:{id}`, `section:{section}`, `featured` and `stats` as they apply. Administrators are also told `submissions`,
 * `submission:{id}` and `audit`, and who is signed in `mine:{userId}` of the own pitches. `*` means: anything may have
 * changed (after a gap in the stream).
 */
export const Change = Type.Object({ position: Type.String(), topics: Type.Array(Type.String()) });
export type Change = Static<typeof Change>;
