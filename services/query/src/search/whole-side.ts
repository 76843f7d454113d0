import { topics } from '@journal/contracts';
import type { ReadSide } from '../read-side/read-side.ts';

/** A side of which every change, whatever it names, may change every answer. */
export function wholeSide(side: ReadSide): Pick<ReadSide, 'position' | 'trusted' | 'onStale'> {
  return {
    get position() {
      return side.position;
    },
    get trusted() {
      return side.trusted;
    },
    onStale: (tell) => side.onStale(() => tell([topics.everything])),
  };
}
