import type { EventStore } from '@journal/event-store';
import { type NewSubmissionEvent, submissionStream, type Vault } from '@journal/events';
import { createLogWriter } from './log-writer.ts';

type Data<Type extends NewSubmissionEvent['type']> = Extract<NewSubmissionEvent, { type: Type }>['data'];
type Edit = Omit<Data<'SubmissionEdited'>, 'submissionId' | 'userId'>;

/** Writes sealed events of pitches to a log; each call resolves with the position of its event. */
export function createSubmissionLog(store: EventStore, vault?: Vault) {
  const log = createLogWriter(store, { vault, day: '2026-01-03Z', requestId: 'request-4' });
  const writers = new Map<string, string>();
  const write = (event: NewSubmissionEvent, role: 'admin' | 'writer' = 'admin') =>
    log.write(submissionStream(event.data.submissionId), event, {
      actor: { id: role === 'admin' ? 'editor-1' : event.data.userId, role },
    });
  const which = (submissionId: string) => ({ submissionId, userId: writers.get(submissionId) ?? 'writer' });

  return {
    ...log,
    pitch(submissionId: string, data: Partial<Data<'SubmissionPitched'>> = {}) {
      const { userId = 'writer' } = data;
      writers.set(submissionId, userId);
      return write(
        {
          type: 'SubmissionPitched',
          data: {
            submissionId,
            fullName: 'Sämple Writer',
            age: 15,
            school: null,
            section: 'view',
            articleTitle: `Title ${submissionId}`,
            articleSummary: `Summary ${submissionId}`,
            fullEssay: `First ${submissionId}\n\nSecond`,
            ...data,
            userId,
          },
        },
        'writer',
      );
    },
    edit: (submissionId: string, data: Edit) =>
      write({ type: 'SubmissionEdited', data: { ...which(submissionId), ...data } }),
    publish: (submissionId: string, articleId: number) =>
      write({ type: 'SubmissionPublished', data: { ...which(submissionId), articleId } }),
    delete: (submissionId: string) => write({ type: 'SubmissionDeleted', data: which(submissionId) }),
    restore: (submissionId: string) => write({ type: 'SubmissionRestored', data: which(submissionId) }),
  };
}
