import type { Answer, AnswerItem, StoredEvent } from './connection.ts';

/**
 * The events of an answer. One that is left early is cancelled and emptied: the client takes a call for ended only
 * when all of it has been read, and would hold it, and wait for it when it closes, for good.
 */
export async function* answerEvents(answer: Answer): AsyncGenerator<StoredEvent, void> {
  let hasEnded = false;
  try {
    for await (const item of answer.iterator({ destroyOnReturn: false })) {
      const { event } = item as AnswerItem;
      if (event) yield event;
    }
    hasEnded = true;
  } catch (error) {
    hasEnded = true;
    throw error;
  } finally {
    if (!hasEnded) {
      await answer.cancel();
      answer.resume();
    }
  }
}
