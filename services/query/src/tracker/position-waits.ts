import { maxWaitForPosition } from '@journal/contracts';
import type { Metrics } from '@journal/service-kit';
import type { TrackedModel } from './tracked-model.ts';

const printable = /^[\x21-\x7e]{1,100}$/;

export type PositionWaitsOptions = {
  /** Maximum time that a request waits for a position, in milliseconds. */
  readonly maxWait?: number | undefined;
  /** Maximum number of requests that wait for a position at the same time. Further requests do not wait. */
  readonly maxWaiting?: number | undefined;
};

/** Returns the position waits of this process. */
export function createPositionWaits(
  metrics: Metrics,
  { maxWait = maxWaitForPosition, maxWaiting = 1_000 }: PositionWaitsOptions = {},
) {
  let waiting = 0;
  let rejected = 0;
  metrics.value('position_waits_open', 'Requests that wait for a position', () => waiting);
  metrics.value(
    'position_waits_turned_away',
    'Requests answered without waiting since the start, because too many waited for a position',
    () => rejected,
  );
  return {
    /**
     * Resolves with whether the model reaches the highest of these positions within `timeout` milliseconds, or within
     * `maxWait` if that is less. What can't be a position of this log is ignored.
     */
    async reach(model: TrackedModel, wanted: readonly string[], timeout = maxWait): Promise<boolean> {
      const possible = wanted.filter((position) => mayBePosition(position, model.position));
      const highest = possible.sort().at(-1) ?? '';
      if (highest <= model.position) return true;
      if (waiting >= maxWaiting) {
        rejected++;
        return false;
      }
      waiting++;
      return model.waitFor(highest, Math.min(timeout, maxWait)).finally(() => waiting--);
    },
  };
}

export type PositionWaits = ReturnType<typeof createPositionWaits>;

/** Positions of one log differ only in their digits. Until one is known, anything printable may be a position. */
function mayBePosition(wanted: string, known: string): boolean {
  const shapeOf = (position: string) => position.replace(/[0-9]/g, '0');
  return printable.test(wanted) && (known === '' || shapeOf(wanted) === shapeOf(known));
}
