/** Where a mail leads to; whole addresses. */
export type IssueLinks = {
  readonly issue: string;
  readonly cover: string;
  readonly pitch: string;
  readonly home: string;
  readonly unsubscribe: string;
  readonly articleOf: (id: number) => string;
};
