import { issueNumberBounds, pageIds } from '@journal/events/fields';
import Type from 'typebox';

/** Returns the schema of an object without additional fields. */
export const ClosedObject = <const Properties extends Type.TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export { nullable } from '@journal/events/fields';

/** ISO 8601, UTC. */
export const DateTime = Type.String({ format: 'date-time' });
export const Count = Type.Integer({ minimum: 0 });

/** Path parameters; see `parseArticleId`, `parseSubmissionId` and `parsePageId`. */
export const ArticleId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const IssueNumber = Type.Integer({
  ...issueNumberBounds,
  label: 'Issue number',
  message: `Issue number must be a whole number from ${issueNumberBounds.minimum} to ${issueNumberBounds.maximum.toLocaleString('en-US')}`,
});
export const Uuid = Type.String({ format: 'uuid' });
export const PageName = Type.Enum([...pageIds]);

/**
 * Query parameters of lists: the page size, and the cursor from `Link: rel="next"`, which is an article's id or opaque.
 */
export const Limit = Type.Optional(
  Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' }),
);
const message = 'This cursor is not valid';
export const ArticleCursor = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}$', message }));
export const Cursor = Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', message }));
/** A boolean query parameter. */
export const Flag = Type.Optional(Type.Enum(['0', '1']));
