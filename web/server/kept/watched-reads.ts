import { type ApiResponse, positionHeader, topics, topicsHeader } from '@journal/contracts';
import type { EarlyRequest } from '@journal/service-kit';
import { sessionPath } from '../../data/session.ts';
import { afterBudget } from '../../data/within-budget.ts';

type Read = (path: string) => Promise<ApiResponse>;

/** The reads that a page has begun, by their paths. */
export type BegunReads = ReadonlyMap<string, Promise<ApiResponse>>;

type WatchOptions = {
  readonly position: string;
  readonly wait: number;
  readonly onLate: (reads: BegunReads) => void;
};

/**
 * Returns the reads of one page, and what they tell: the changes that they depend on, and whether all were answered with
 * the state at `position` or a later one. Calls `onLate` where they have not all been answered within `wait` milliseconds
 * from now (`afterBudget`).
 */
export function watchReads(ask: Read, { position, wait, onLate }: WatchOptions) {
  const begun = new Map<string, Promise<ApiResponse>>();
  const told = new Set<string>();
  let isSound = true;
  let open = 0;
  let end = afterBudget(wait, check);

  function check() {
    if (open > 0) onLate(begun);
    else end = afterBudget(wait, check);
  }

  return {
    async read(path: string): Promise<ApiResponse> {
      open++;
      try {
        const answer = ask(path);
        begun.set(path, answer);
        const response = await answer;
        const isAnswer = [200, 404, 410].includes(response.status);
        if (!isAnswer || (response.headers[positionHeader] ?? '') < position) isSound = false;
        for (const topic of response.headers[topicsHeader]?.split(' ') ?? [topics.everything])
          told.add(topic);
        return response;
      } catch (error) {
        isSound = false;
        throw error;
      } finally {
        open--;
      }
    },
    topics: told as ReadonlySet<string>,
    get isSound() {
      return isSound;
    },
    end: () => end(),
  };
}

/** Returns the reads that were begun for a request before Fastify, for the page that is rendered for it after all. */
export function createEarlyReads() {
  const late = new WeakMap<EarlyRequest, BegunReads>();
  const sessions = new WeakMap<EarlyRequest, Promise<ApiResponse>>();
  return {
    /** The reads of a request's page, which it has waited for in vain. */
    late,
    /** The reads of the sessions. */
    sessions,
    /** Whether a request has waited for the reads of its page. */
    hasWaited: (request: EarlyRequest): boolean => late.has(request),
    /** Whether a request has waited for its session. */
    hasWaitedForSession: (request: EarlyRequest): boolean => sessions.has(request),
    /** Returns a read that was begun for a request. */
    readOf: (request: EarlyRequest, path: string): Promise<ApiResponse> | undefined =>
      path === sessionPath ? sessions.get(request) : late.get(request)?.get(path),
  };
}

export type EarlyReads = ReturnType<typeof createEarlyReads>;
