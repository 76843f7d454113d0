import Type, { type Static } from 'typebox';
import { Section } from '../article/article.schema.ts';
import { searchInList } from '../newsroom/newsroom-list.query.ts';
import { SubmissionStatus } from './submission.schema.ts';

export const defaultSubmissionLimit = 20;

const paging = {
  limit: searchInList.limit,
  after: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', message: 'This cursor is not one of ours' }),
  ),
};

/** Query string of the list of one's own pitches; see `SubmissionListQuery`. */
export const OwnSubmissionsQuery = Type.Object(paging, { additionalProperties: false });
export type OwnSubmissionsQuery = Static<typeof OwnSubmissionsQuery>;

/**
 * Query string of the editors' list of pitches. `q`: words that title, name or summary have, each of them; `status`:
 * `pending` where left out; `after`: the opaque cursor from the `Link: rel="next"` header.
 */
export const SubmissionListQuery = Type.Object(
  {
    ...searchInList,
    ...paging,
    section: Type.Optional(Section),
    status: Type.Optional(SubmissionStatus),
  },
  { additionalProperties: false },
);
export type SubmissionListQuery = Static<typeof SubmissionListQuery>;
