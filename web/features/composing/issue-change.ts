import { ApiError, type Issue, type IssueState } from '@journal/contracts';

/** An issue that is open to be changed. */
export type ChangeProps = {
  readonly issue: Issue;
  readonly etag: string;
  /** Called with what a write answered. */
  readonly changed: (
    answer: { data: IssueState; etag?: string | undefined },
    known?: Issue['pieces'],
  ) => void;
  /** Takes over what others have made of it, and resolves with that; what is typed stays. */
  readonly renew: () => Promise<OpenedIssue>;
};

/** An issue as it is being worked on, and the ETag with which it is changed next. */
export type OpenedIssue = { readonly issue: Issue; readonly etag: string };

/** Whether something was refused because others have changed the issue meanwhile. */
export const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412;
