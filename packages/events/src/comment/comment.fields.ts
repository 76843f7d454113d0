/** The fields of a pitch that have passages. */
export const passageFields = ['articleTitle', 'articleSummary', 'fullEssay'] as const;
export type PassageField = (typeof passageFields)[number];

/** Whom a comment on a passage is for: editors among themselves, or the pitch's writer as well. */
export const commentAudiences = ['editors', 'writer'] as const;
export type CommentAudience = (typeof commentAudiences)[number];

/** The most comments and replies of a pitch that are for editors, and as many that are for its writer. */
export const maxComments = 200;

/** A passage by its words and by what stands around them, as a comment keeps it. */
export type Passage = {
  readonly field: PassageField;
  /** Which of the field's paragraphs it was in, from 0. */
  readonly paragraph: number;
  readonly quotation: string;
  readonly before: string;
  readonly after: string;
};
