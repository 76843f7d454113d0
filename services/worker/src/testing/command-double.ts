import { createApiClient, type ProblemCode, type Transport } from '@journal/contracts';
import { toProblem } from '@journal/service-kit';

type Failure = 'before' | 'after' | 'refused';
type Interventions = { before?: () => Promise<unknown>; after?: () => Promise<unknown> };

const refused = (code: ProblemCode) => {
  const problem = toProblem(code);
  return { status: problem.status, headers: {}, body: JSON.stringify(problem) };
};

/** The command service as the worker sees it: remembers which hash is the one of each request, and fails as it is told. */
export function createCommandDouble() {
  const recorded = new Map<string, string>();
  const all: string[] = [];
  const superseded = new Set<string>();
  const planned: Failure[] = [];
  let interventions: Interventions = {};
  const transport: Transport = async (_path, { body }) => {
    const { before, after } = interventions;
    const failure = planned.shift();
    await before?.();
    if (failure === 'before') throw new Error('unreachable');
    if (failure === 'refused') return refused('user-not-found');
    const { resetId, temporaryPasswordHash } = JSON.parse(body ?? '') as Record<
      'resetId' | 'temporaryPasswordHash',
      string
    >;
    if (superseded.has(resetId)) return refused('reset-superseded');
    recorded.set(resetId, temporaryPasswordHash);
    all.push(temporaryPasswordHash);
    await after?.();
    if (failure === 'after') throw new Error('no answer came');
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return { status: 200, headers: {}, body: JSON.stringify({ expiresAt }) };
  };
  return {
    client: createApiClient(transport),
    /** How the next calls go wrong, one after the other. */
    fail: (...failures: Failure[]) => void planned.push(...failures),
    supersede: (resetId: string) => void superseded.add(resetId),
    /** Done by the calls from now on, before and after the hash is recorded. */
    intervene(by: Interventions) {
      interventions = by;
    },
    current: (resetId: string) => recorded.get(resetId),
    hashes: (): readonly string[] => all,
  };
}
