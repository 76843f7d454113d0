import { topics } from '@journal/contracts';
import type { SearchEngine } from '@journal/search';
import type { ReadSide } from '../read-side/read-side.ts';

/** A side of which every change, whatever it names, may change every answer, and an engine that has caught up too. */
export function wholeSide(
  side: ReadSide,
  engine: Pick<SearchEngine, 'onCaughtUp'>,
): Pick<ReadSide, 'position' | 'trusted' | 'onStale'> {
  return {
    get position() {
      return side.position;
    },
    get trusted() {
      return side.trusted;
    },
    onStale(tell) {
      const tellAll = () => tell([topics.everything]);
      side.onStale(tellAll);
      engine.onCaughtUp(tellAll);
    },
  };
}
