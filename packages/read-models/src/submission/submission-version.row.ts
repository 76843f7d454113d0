import type { Section } from '@journal/contracts';
import type { Brought, VersionHead } from '../version/version-head.ts';

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
export type SubmissionVersionRow = Brought<VersionedFields> &
  VersionHead & {
    readonly submissionId: string;
    /** What became of the pitch, where this is the event that published it. */
    readonly articleId?: number | undefined;
  };
