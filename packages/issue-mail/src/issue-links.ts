/** Where a mail leads to; whole addresses. */
export type IssueLinks = {
  readonly issue: string;
  readonly cover: string | null;
  readonly pitch: string;
  readonly home: string;
  readonly unsubscribe: string;
  /** The issue for a piece that is not an article yet. */
  readonly articleOf: (id: number | null) => string;
};
