import type { Section } from '@journal/contracts';

type VersionedFields = {
  readonly fullName: string | null;
  readonly age: number | null;
  readonly school: string | null;
  readonly section: Section;
  readonly articleTitle: string | null;
  readonly articleSummary: string | null;
  readonly fullEssay: string | null;
};

/** One event of a pitch: who, when, and the values it brought. `changed` names them; the others are undefined. */
export type SubmissionVersionRow = {
  readonly [Field in keyof VersionedFields]?: VersionedFields[Field] | undefined;
} & {
  readonly submissionId: string;
  readonly revision: number;
  readonly event: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly actorId: string;
  readonly actorRole: string;
  readonly requestId: string;
  readonly position: string;
  readonly changed: readonly string[];
  /** The version whose text this one brought back. */
  readonly restoredRevision?: number | undefined;
  /** What became of the pitch, where this is the event that published it. */
  readonly articleId?: number | undefined;
};
