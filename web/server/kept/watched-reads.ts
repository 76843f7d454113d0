import { type ApiResponse, positionHeader, topics, topicsHeader } from '@journal/contracts';
import type { EarlyRequest } from '@journal/service-kit';
import { sessionPath } from '../../data/session.ts';
import { afterBudget } from '../../data/within-budget.ts';

type Read = (path: string) => Promise<ApiResponse>;

/** Reads that a page has started, by path. */
export type StartedReads = ReadonlyMap<string, Promise<ApiResponse>>;

type WatchOptions = {
  readonly position: string;
  readonly wait: number;
  readonly onLate: (reads: StartedReads) => void;
};

/**
 * Returns the reads of one page, and what they reveal: the topics it depends on, and whether every response reflects
 * the state at `position` or a later one. Calls `onLate` if any read is unanswered `wait` milliseconds from now
 * (`afterBudget`).
 */
export function watchReads(readApi: Read, { position, wait, onLate }: WatchOptions) {
  const begun = new Map<string, Promise<ApiResponse>>();
  const topicsRead = new Set<string>();
  let isReliable = true;
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
        const answer = readApi(path);
        begun.set(path, answer);
        const response = await answer;
        const isAnswer = [200, 404, 410].includes(response.status);
        if (!isAnswer || (response.headers[positionHeader] ?? '') < position) isReliable = false;
        for (const topic of response.headers[topicsHeader]?.split(' ') ?? [topics.everything])
          topicsRead.add(topic);
        return response;
      } catch (error) {
        isReliable = false;
        throw error;
      } finally {
        open--;
      }
    },
    topics: topicsRead as ReadonlySet<string>,
    get isReliable() {
      return isReliable;
    },
    end: () => end(),
  };
}

/** Returns the reads started for a request before Fastify, for the page that is then rendered the usual way. */
export function createEarlyReads() {
  const late = new WeakMap<EarlyRequest, StartedReads>();
  const sessions = new WeakMap<EarlyRequest, Promise<ApiResponse>>();
  return {
    /** Reads of the request's page that did not finish in time. */
    late,
    /** Reads of the request's session. */
    sessions,
    /** Whether the request has already waited for its page's reads. */
    hasWaited: (request: EarlyRequest): boolean => late.has(request),
    /** Whether the request has already waited for its session. */
    hasWaitedForSession: (request: EarlyRequest): boolean => sessions.has(request),
    /** Returns the read of this path if one was started for the request. */
    readOf: (request: EarlyRequest, path: string): Promise<ApiResponse> | undefined =>
      path === sessionPath ? sessions.get(request) : late.get(request)?.get(path),
  };
}

export type EarlyReads = ReturnType<typeof createEarlyReads>;
