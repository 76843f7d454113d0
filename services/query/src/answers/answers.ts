import { topics } from '@journal/contracts';
import { LRUCache } from 'lru-cache';
import type { ReadSide } from '../read-side/read-side.ts';
import type { Answer, LongAnswer } from './answer.ts';

/** An answer and the position of the state that it tells. */
export type Given<Kind extends Answer | LongAnswer = Answer> = {
  readonly answer: Kind;
  readonly position: string;
};

export type Question<Kind extends Answer | LongAnswer> = {
  /** The same for the same question, however it was written. */
  readonly key: string;
  /** Which changes make the answer another. */
  readonly topics: readonly string[];
  /** Asks the tables. */
  readonly ask: () => Promise<Kind>;
};

/** Finished answers, kept until a change makes them stale. */
export type Answers = {
  /** The kept answer, at once, where there is one that may be told. */
  kept(key: string): Given | undefined;
  /** The answer of now; questions that are the same share one asking. A long answer is never kept. */
  give<Kind extends Answer | LongAnswer>(question: Question<Kind>): Promise<Given<Kind>>;
  readonly stats: { readonly hits: number; readonly misses: number; readonly bytes: number };
};

type Asking = { readonly topics: readonly string[]; readonly given: Promise<Given<Answer | LongAnswer>> };

const overhead = 500;

/**
 * A stale answer is never told: a change drops the answers kept and the askings under way that it concerns, in the
 * moment it is heard, before the read side says that it has reached the change's position. An asking that was dropped
 * still answers those who were there before the change; it is not kept. While changes can't be heard nothing is told
 * from here.
 */
export function createAnswers(
  readSide: Pick<ReadSide, 'position' | 'trusted' | 'onStale'>,
  maxBytes: number,
): Answers {
  const askings = new Map<string, Asking>();
  const keysByTopic = new Map<string, Set<string>>();
  const topicsByKey = new Map<string, readonly string[]>();
  let hits = 0;
  let misses = 0;

  const kept = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: (answer) => answer.body.length + overhead,
    dispose: (_answer, key) => unlink(key),
  });

  function unlink(key: string) {
    for (const topic of topicsByKey.get(key) ?? []) {
      const keys = keysByTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) keysByTopic.delete(topic);
    }
    topicsByKey.delete(key);
  }

  function keep(question: Question<Answer | LongAnswer>, answer: Answer) {
    kept.set(question.key, answer);
    if (!kept.has(question.key)) return;
    topicsByKey.set(question.key, question.topics);
    for (const topic of question.topics) {
      const keys = keysByTopic.get(topic) ?? new Set();
      keysByTopic.set(topic, keys.add(question.key));
    }
  }

  readSide.onStale((stale) => {
    if (stale.includes(topics.everything)) {
      kept.clear();
      askings.clear();
      return;
    }
    for (const topic of stale) for (const key of [...(keysByTopic.get(topic) ?? [])]) kept.delete(key);
    for (const [key, asking] of askings)
      if (asking.topics.some((topic) => stale.includes(topic))) askings.delete(key);
  });

  async function ask<Kind extends Answer | LongAnswer>(
    question: Question<Kind>,
    isCurrent: () => boolean,
  ): Promise<Given<Kind>> {
    const { position } = readSide;
    try {
      const answer = await question.ask();
      if ('body' in answer && isCurrent() && readSide.trusted) keep(question, answer);
      return { answer, position };
    } finally {
      if (isCurrent()) askings.delete(question.key);
    }
  }

  return {
    kept(key) {
      const answer = readSide.trusted ? kept.get(key) : undefined;
      if (!answer) return undefined;
      hits++;
      return { answer, position: readSide.position };
    },
    give<Kind extends Answer | LongAnswer>(question: Question<Kind>) {
      const under = askings.get(question.key);
      if (under) return under.given as Promise<Given<Kind>>;
      misses++;
      const given: Promise<Given<Kind>> = ask(question, () => askings.get(question.key)?.given === given);
      askings.set(question.key, { topics: question.topics, given });
      return given;
    },
    get stats() {
      return { hits, misses, bytes: kept.calculatedSize };
    },
  };
}
