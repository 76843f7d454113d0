import Type, { type Static } from 'typebox';
import { Section } from '../article/article.schema.ts';
import { searchInList } from '../newsroom/newsroom-list.query.ts';
import { SubmissionStatus } from './submission.schema.ts';

export const defaultSubmissionLimit = 20;

/**
 * Query string of the editors' list of pitches. `q`: words that title, name or summary have, each of them; `status`:
 * `pending` where left out; `after`: the opaque cursor from the `Link: rel="next"` header.
 */
export const SubmissionListQuery = Type.Object(
  {
    ...searchInList,
    section: Type.Optional(Section),
    status: Type.Optional(SubmissionStatus),
    after: Type.Optional(
      Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', message: 'This cursor is not one of ours' }),
    ),
  },
  { additionalProperties: false },
);
export type SubmissionListQuery = Static<typeof SubmissionListQuery>;
