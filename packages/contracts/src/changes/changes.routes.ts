import Type, { type Static } from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject } from '../system/schemas.ts';

/**
 * A message of `GET /api/changes` (event `change`): the read side has reached `position`, and reads that depend on
 * these topics may return different results (see `topics`). Readers receive only topics that their roles may see, and
 * `mine:…` only for their own id. `*` means that anything may have changed, after a gap in the stream.
 */
export const Change = Type.Object({ position: Type.String(), topics: Type.Array(Type.String()) });
export type Change = Static<typeof Change>;

/** Equivalent of `Last-Event-ID` for the first connection. Empty: what is already known has no known position. */
const after = Type.Optional(Type.String({ maxLength: 300, message: 'This position is not valid' }));

export const changesRoutes = defineRoutes({
  'GET /api/changes': {
    summary: 'Topics of reads that may now return different results, as server-sent events',
    access: 'public',
    query: ClosedObject({ after }),
    headers: ['last-event-id'],
    responses: { 200: 'text/event-stream' },
    problems: ['too-many-requests'],
  },
});
