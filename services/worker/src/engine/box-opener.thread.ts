import { parentPort } from 'node:worker_threads';
import { openBox, type SealedBox } from '@journal/events/box';

/** Opens the boxes of each message and replies with one result per box: its contents, or the error. */
parentPort?.on('message', (boxes: readonly SealedBox[]) => {
  parentPort?.postMessage(
    boxes.map((box) => {
      try {
        return openBox(box);
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    }),
  );
});
