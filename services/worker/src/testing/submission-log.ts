import { randomUUID } from 'node:crypto';
import type { EventStore, Position } from '@journal/event-store';
import {
  createEventCodec,
  createMemoryVault,
  journalEvents,
  type NewSubmissionEvent,
  submissionStream,
  type Vault,
} from '@journal/events';

type Data<Type extends NewSubmissionEvent['type']> = Extract<NewSubmissionEvent, { type: Type }>['data'];
type Edit = Omit<Data<'SubmissionEdited'>, 'submissionId' | 'userId'>;

/** Writes sealed events of pitches to a log; each call gives the position of its event. */
export function createSubmissionLog(store: EventStore, vault: Vault = createMemoryVault()) {
  const codec = createEventCodec({ vault, events: journalEvents });
  const revisions = new Map<string, number>();
  const writers = new Map<string, string>();
  let minute = 0;

  async function write(event: NewSubmissionEvent, role: 'admin' | 'writer' = 'admin'): Promise<Position> {
    const { submissionId, userId } = event.data;
    const sealed = await codec.seal(event, randomUUID(), {
      actor: { id: role === 'admin' ? 'editor-1' : userId, role },
      requestId: 'request-4',
      correlationId: 'request-4',
      causationId: 'request-4',
      at: new Date(Date.UTC(2026, 0, 3, 0, minute++)).toISOString(),
    });
    const expected = revisions.get(submissionId) ?? 'none';
    const { revision, position } = await store.append(submissionStream(submissionId), [sealed], expected);
    revisions.set(submissionId, revision);
    return position;
  }
  const which = (submissionId: string) => ({ submissionId, userId: writers.get(submissionId) ?? 'writer' });

  return {
    vault,
    codec,
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

export type SubmissionLog = ReturnType<typeof createSubmissionLog>;
