import type { ProblemCode } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';

/** API problems of the rejections that have a different name. */
const problems = {
  'article-id-taken': 'write-conflict',
  'article-not-planned': 'write-conflict',
  'issue-edited-meanwhile': 'edited-meanwhile',
  'issue-not-planned': 'write-conflict',
  'link-void': 'invalid-link',
  'mailing-changed-meanwhile': 'edited-meanwhile',
  'mailing-of-unpublished': 'issue-not-published',
  'page-edited-meanwhile': 'edited-meanwhile',
  'registration-abandoned': 'write-conflict',
  'submission-edited-meanwhile': 'edited-meanwhile',
  'submission-id-taken': 'write-conflict',
  'submission-not-planned': 'write-conflict',
  'user-id-taken': 'write-conflict',
  'writer-forgotten': 'not-signed-in',
} as const satisfies Readonly<Record<string, ProblemCode>>;

const messages: Partial<Record<Rejection, string>> = {
  'issue-edited-meanwhile': 'Someone else has changed this issue since you opened it',
  'mailing-changed-meanwhile': 'Someone else has changed this mailing since you opened it',
  'mailing-of-unpublished': 'Readers can’t see this issue. Publish it first: the mail links to its page.',
  'page-edited-meanwhile': 'Someone else has changed this page since you opened it',
  'submission-edited-meanwhile': 'Someone else has changed this submission since you opened it',
};

/** Why a command was rejected: an API problem, or one of the names above. */
export type Rejection = ProblemCode | keyof typeof problems;

const isRenamed = (rejection: Rejection): rejection is keyof typeof problems =>
  Object.hasOwn(problems, rejection);

/** Rejection of a command; routes respond with the problem that it corresponds to. */
export class CommandRejected extends ProblemError {
  readonly rejection: Rejection;
  constructor(rejection: Rejection) {
    const message = messages[rejection];
    super(isRenamed(rejection) ? problems[rejection] : rejection, message ? { message } : {});
    this.rejection = rejection;
  }
}

/** Whether an error is the rejection of a command, for this reason if one is given. */
export const isRejected = (error: unknown, rejection?: Rejection): boolean =>
  error instanceof CommandRejected && (rejection === undefined || error.rejection === rejection);

/** Returns a handler that ignores such a rejection of a command (see `isRejected`) and rethrows any other error. */
export const ignoreRejection = (rejection?: Rejection) => (error: unknown) => {
  if (!isRejected(error, rejection)) throw error;
};
