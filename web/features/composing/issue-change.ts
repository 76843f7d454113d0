import type { Issue, IssueState } from '@journal/contracts';

/** An issue that is open to be changed. */
export type ChangeProps = {
  readonly issue: Issue;
  readonly etag: string;
  /** Called with what a write answered. */
  readonly changed: (
    answer: { data: IssueState; etag?: string | undefined },
    known?: Issue['pieces'],
  ) => void;
  /** Shows it as it is now, without what was typed. */
  readonly reload: () => void;
};
