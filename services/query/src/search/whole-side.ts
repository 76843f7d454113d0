import { topics } from '@journal/contracts';
import type { SearchEngine } from '@journal/search';
import type { TrackedModel } from '../tracker/tracked-model.ts';

/** A side of which every change, whatever it names, may change every answer, and an engine that has caught up too. */
export function wholeSide(
  side: TrackedModel,
  engine: Pick<SearchEngine, 'onCaughtUp'>,
): Pick<TrackedModel, 'position' | 'isTrusted' | 'renewTrust' | 'onStale'> {
  return {
    get position() {
      return side.position;
    },
    isTrusted: () => side.isTrusted(),
    renewTrust: () => side.renewTrust(),
    onStale(tell) {
      const tellAll = () => tell([topics.everything]);
      side.onStale(tellAll);
      engine.onCaughtUp(tellAll);
    },
  };
}
