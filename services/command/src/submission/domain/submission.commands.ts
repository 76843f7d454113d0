import type { Section } from '@journal/contracts';

/** What a writer says in a pitch, whole and clean. */
export type SubmissionContent = {
  readonly fullName: string;
  readonly age: number;
  readonly school: string | null;
  readonly section: Section;
  readonly articleTitle: string;
  readonly articleSummary: string;
  readonly fullEssay: string;
};

export type PitchSubmission = {
  readonly type: 'PitchSubmission';
  readonly submissionId: string;
  /** Whose it is; names the key that it is sealed with. */
  readonly userId: string;
  readonly content: SubmissionContent;
};

export type EditSubmission = {
  readonly type: 'EditSubmission';
  readonly submissionId: string;
  readonly content: SubmissionContent;
  /** The revisions that the editor has seen; left out: whatever is there now. */
  readonly seen?: readonly number[];
};

export type PublishSubmission = {
  readonly type: 'PublishSubmission';
  readonly submissionId: string;
  /** Which article is to be made of it. */
  readonly articleId: number;
};

export type DeleteSubmission = { readonly type: 'DeleteSubmission'; readonly submissionId: string };

/** What a pitch said as of a revision. */
export type EarlierSubmission = { readonly revision: number; readonly content: SubmissionContent };

export type RestoreSubmission = {
  readonly type: 'RestoreSubmission';
  readonly submissionId: string;
  /** What it is to say again; left out: what it said when it was deleted. */
  readonly earlier?: EarlierSubmission;
};

export type SubmissionCommand =
  | PitchSubmission
  | EditSubmission
  | PublishSubmission
  | DeleteSubmission
  | RestoreSubmission;

/** Why a command was refused. */
export type SubmissionRejection =
  | 'submission-id-taken'
  | 'submission-not-found'
  | 'submission-not-deleted'
  | 'submission-published'
  | 'edited-meanwhile';
