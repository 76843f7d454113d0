/** Fields of a pitch that contain passages to comment on. */
export const passageFields = ['articleTitle', 'articleSummary', 'fullEssay'] as const;
export type PassageField = (typeof passageFields)[number];

/** Audience of a comment on a passage: editors only, or the pitch's writer as well. */
export const commentAudiences = ['editors', 'writer'] as const;
export type CommentAudience = (typeof commentAudiences)[number];

/** Maximum number of comments and replies on a pitch for each audience. */
export const maxComments = 200;

/** A passage as a comment stores it: the quotation and the text around it. */
export type Passage = {
  readonly field: PassageField;
  /** Zero-based index of the passage's paragraph in the field. */
  readonly paragraph: number;
  readonly quotation: string;
  readonly before: string;
  readonly after: string;
};
