import type { ExpectedRevision } from '../event-store.port.ts';

export type ModelOutcome =
  | { readonly kind: 'appended' | 'known'; readonly revision: number }
  | { readonly kind: 'conflict' | 'elsewhere' };

/** What the port promises about appends, in the fewest words: streams of ids in memory. */
export class LogModel {
  readonly streams = new Map<string, string[]>();

  append(stream: string, ids: readonly string[], expected: ExpectedRevision): ModelOutcome {
    const events = this.streams.get(stream) ?? [];
    for (const [name, others] of this.streams)
      if (name !== stream && others.some((id) => ids.includes(id))) return { kind: 'elsewhere' };
    const at = events.indexOf(ids[0] ?? '');
    if (at >= 0 && ids.every((id, index) => events[at + index] === id))
      return { kind: 'known', revision: at + ids.length - 1 };
    const isThere = ids.some((id) => events.includes(id));
    const head = events.length === 0 ? 'none' : events.length - 1;
    if (isThere || (expected !== 'any' && expected !== head)) return { kind: 'conflict' };
    this.streams.set(stream, [...events, ...ids]);
    return { kind: 'appended', revision: events.length + ids.length - 1 };
  }

  headOf(stream: string): number {
    return (this.streams.get(stream)?.length ?? 0) - 1;
  }
}
