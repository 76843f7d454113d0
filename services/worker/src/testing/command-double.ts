import { CommandRefused, type CommandSide, CommandUnavailable } from '../command/command-side.ts';

type Failure = 'before' | 'after' | 'refused';
type Interventions = { before?: () => Promise<unknown>; after?: () => Promise<unknown> };

/** The command side as the worker sees it: remembers which hash is the one of each request, and fails as it is told. */
export function createCommandDouble() {
  const recorded = new Map<string, string>();
  const all: string[] = [];
  const superseded = new Set<string>();
  const planned: Failure[] = [];
  let interventions: Interventions = {};
  const issueTemporaryPassword: CommandSide['issueTemporaryPassword'] = async (request) => {
    const { before, after } = interventions;
    const failure = planned.shift();
    await before?.();
    if (failure === 'before') throw new CommandUnavailable('unreachable');
    if (failure === 'refused') throw new CommandRefused('user-not-found');
    if (superseded.has(request.resetId)) return 'superseded';
    recorded.set(request.resetId, request.temporaryPasswordHash);
    all.push(request.temporaryPasswordHash);
    await after?.();
    if (failure === 'after') throw new CommandUnavailable('no answer in time');
    return { expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  };
  return {
    issueTemporaryPassword,
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
