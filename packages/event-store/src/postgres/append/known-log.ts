/** Streams remembered at most; the one heard of longest ago goes first. */
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
  const revisions = new Map<string, number>();
  let last: bigint | undefined;
  let alone = false;
  return {
    get head() {
      return alone ? last : undefined;
    },
    revisionOf: (stream) => revisions.get(stream),
    sawRevision(stream, revision) {
      const known = revisions.get(stream) ?? -1;
      revisions.delete(stream);
      revisions.set(stream, Math.max(known, revision));
      if (revisions.size <= rememberedStreams) return;
      for (const oldest of revisions.keys()) {
        revisions.delete(oldest);
        break;
      }
    },
    appended(base, position) {
      alone = base === last;
      last = position;
    },
    notAlone() {
      alone = false;
    },
    forget() {
      revisions.clear();
      last = undefined;
      alone = false;
    },
  };
}
