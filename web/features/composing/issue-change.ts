import { ApiError, type Issue, type IssueState } from '@journal/contracts';

/** An issue open for changes. */
export type ChangeProps = {
  readonly issue: Issue;
  readonly etag: string;
  /** Called with the response to a write. */
  readonly changed: (
    answer: { data: IssueState; etag?: string | undefined },
    known?: Issue['pieces'],
  ) => void;
  /** Resolves with the issue including changes by others, which are applied. Input stays. */
  readonly renew: () => Promise<OpenedIssue>;
};

/** An issue being edited, and the ETag for its next change. */
export type OpenedIssue = { readonly issue: Issue; readonly etag: string };

/** Whether a request was refused because others have changed the issue. */
export const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
