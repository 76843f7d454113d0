import Type, { type Static } from 'typebox';

/** Query string of `GET /api/changes`: `after` says on a first connection what `Last-Event-ID` says on the next ones. */
export const ChangesQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, message: 'This position is not one of ours' }),
    ),
  },
  { additionalProperties: false },
);
export type ChangesQuery = Static<typeof ChangesQuery>;
