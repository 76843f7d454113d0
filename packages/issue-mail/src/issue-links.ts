/** The links in a mail, as absolute URLs. */
export type IssueLinks = {
  readonly issue: string;
  readonly cover: string | null;
  readonly pitch: string;
  readonly home: string;
  readonly unsubscribe: string;
  /** Returns the article's URL, or the issue's for a piece that is not an article yet. */
  readonly articleOf: (id: number | null) => string;
};
