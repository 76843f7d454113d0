/** Streams remembered at least, where as many have been heard of; at most twice as many. */
const rememberedStreams = 10_000;

/** What this process has seen committed. All of it stands in the log for good; that nothing came after is a guess. */
export type KnownLog = {
  /** The highest position seen, where there is reason to think that it is still the last. */
  readonly head: bigint | undefined;
  revisionOf(stream: string): number | undefined;
  sawRevision(stream: string, revision: number): void;
  /** An append of ours took the positions after `base`, up to `last`. */
  appended(base: bigint, last: bigint): void;
  /** Somebody else writes as well: guess no more until our appends follow on each other again. */
  notAlone(): void;
  /** After a lost connection: it may be another server, or one brought back from a backup. */
  forget(): void;
};

export function createKnownLog(): KnownLog {
  // Two generations: dropping the older one whole costs nothing, while a map that loses its first entry one by one
  // has to step over all those it lost before.
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let last: bigint | undefined;
  let alone = false;
  return {
    get head() {
      return alone ? last : undefined;
    },
    revisionOf: (stream) => recent.get(stream) ?? older.get(stream),
    sawRevision(stream, revision) {
      if (recent.size >= rememberedStreams && !recent.has(stream)) {
        older = recent;
        recent = new Map();
      }
      recent.set(stream, Math.max(recent.get(stream) ?? older.get(stream) ?? -1, revision));
    },
    appended(base, position) {
      alone = base === last;
      last = position;
    },
    notAlone() {
      alone = false;
    },
    forget() {
      recent.clear();
      older.clear();
      last = undefined;
      alone = false;
    },
  };
}
