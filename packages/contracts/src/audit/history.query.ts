import Type, { type Static } from 'typebox';

export const defaultHistoryLimit = 50;

const Revision = (message: string) => Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', message }));

/** Query string of a history: at most `limit` versions (50), those older than revision `before`. */
export const HistoryQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' }),
    ),
    before: Revision('Before must be a revision of this history'),
  },
  { additionalProperties: false },
);
export type HistoryQuery = Static<typeof HistoryQuery>;

/** Query string of one version: what it is compared with, where that is not the version before it. */
export const HistoryVersionQuery = Type.Object(
  { against: Revision('Against must be a revision of this history') },
  { additionalProperties: false },
);
export type HistoryVersionQuery = Static<typeof HistoryVersionQuery>;
