/** Streams remembered at most; the one asked for longest ago goes first. */
const rememberedStreams = 1_000;
/** A stream longer than this is looked through anew each time rather than kept. */
const longestRemembered = 10_000;

type Beginning = { readonly ids: Set<string>; length: number };

/** The ids of the first events of streams, as far as they have been seen without a gap. */
export type KnownIds = {
  /** How many events of the stream are known, from its first. */
  lengthOf(stream: string): number;
  has(stream: string, id: string): boolean;
  /** An event that was read or written; forgotten again where it does not continue what is known. */
  saw(stream: string, revision: number, id: string): void;
};

export function createKnownIds(): KnownIds {
  const beginnings = new Map<string, Beginning>();
  return {
    lengthOf: (stream) => beginnings.get(stream)?.length ?? 0,
    has: (stream, id) => beginnings.get(stream)?.ids.has(id) ?? false,
    saw(stream, revision, id) {
      const beginning = beginnings.get(stream) ?? { ids: new Set(), length: 0 };
      if (revision !== beginning.length) return;
      beginning.ids.add(id);
      beginning.length += 1;
      beginnings.delete(stream);
      if (beginning.length <= longestRemembered) beginnings.set(stream, beginning);
      if (beginnings.size <= rememberedStreams) return;
      for (const oldest of beginnings.keys()) {
        beginnings.delete(oldest);
        break;
      }
    },
  };
}
