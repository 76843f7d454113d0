import type { EncodedAppend } from '../../append/encoded-append.ts';
import type { AppendResult, NewEvent } from '../../event-store.port.ts';
import { createWriteAppend, type WriteAppendOptions } from './write-append.ts';

export type Appends = {
  append(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult>;
  /** Resolves when no append is under way. */
  idle(): Promise<void>;
};

/** Appends of different streams go side by side, those of one stream in the order of the calls. */
export function createAppends(options: WriteAppendOptions): Appends {
  const write = createWriteAppend(options);
  const last = new Map<string, Promise<unknown>>();
  return {
    append(append, events) {
      const before = last.get(append.stream) ?? Promise.resolve();
      const result = before.then(() => write(append, events));
      const settled = result
        .catch(() => {})
        .then(() => {
          if (last.get(append.stream) === settled) last.delete(append.stream);
        });
      last.set(append.stream, settled);
      return result;
    },
    async idle() {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}
