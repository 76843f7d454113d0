import { createRandom } from '@journal/testing';

/** A fault to inject. `lasts` is in milliseconds. */
export type Fault =
  | { readonly kind: 'kill' | 'end'; readonly process: string }
  | { readonly kind: 'hang'; readonly process: string; readonly lasts: number }
  | { readonly kind: 'kill engine' | 'hang engine'; readonly engine: string; readonly lasts: number }
  | { readonly kind: 'cut' | 'half-close' | 'silence'; readonly link: string }
  | { readonly kind: 'shut' | 'hold' | 'slow'; readonly link: string; readonly lasts: number }
  | { readonly kind: 'fill the disk' | 'hang the leader'; readonly lasts: number }
  | { readonly kind: 'shift the clock'; readonly process: string; readonly seconds: number };

type FaultKind = Fault['kind'];

/**
 * Faults, each with its start in milliseconds after the start of the round. A round ends when all of them have ended.
 */
export type Round = readonly { readonly at: number; readonly fault: Fault }[];

/** What faults can be injected into. */
export type Targets = {
  readonly processes: readonly string[];
  readonly engines: readonly string[];
  /** Engines that can be suspended and resumed: none that runs elsewhere. */
  readonly enginesToHang: readonly string[];
  /** Connections between a process and an engine or another process. */
  readonly links: readonly string[];
  readonly canFillDisk: boolean;
};

/** Relative frequency of each kind. In practice, kills are the most frequent. */
const weights: Record<Exclude<FaultKind, 'hang the leader' | 'end'>, number> = {
  kill: 14,
  hang: 2,
  'kill engine': 3,
  'hang engine': 1,
  cut: 2,
  'half-close': 1,
  silence: 1,
  shut: 1,
  hold: 1,
  slow: 1,
  'fill the disk': 0.5,
  'shift the clock': 2,
};
const fewestFaults = 3;
const mostFaults = 9;
/** Milliseconds within which all faults of a round begin. */
const spread = 4_000;
const longestHang = 12_000;
const longestFault = 5_000;
/** Seconds by which a machine may set its clock when it finds that it was wrong. */
const furthestShift = 600;

/**
 * Longer than a worker may remain leader. Nothing else goes wrong meanwhile, so that the takeover time can be judged.
 */
const leaderHangs: Round = [{ at: 0, fault: { kind: 'hang the leader', lasts: 12_000 } }];
const roundsBetween = 25;

/** Kinds of which a schedule may consist. */
export type PlannedKind = keyof typeof weights;
export const plannedKinds = Object.keys(weights) as readonly PlannedKind[];

/**
 * Yields rounds without end, the same for the same seed and targets. With `kinds`, each of them comes first, one per
 * round, and no others follow; without, every 25th round hangs the leader of the projections.
 */
export function* planRounds(
  seed: number,
  targets: Targets,
  kinds?: readonly PlannedKind[],
): Generator<Round> {
  const { next, below, pick } = createRandom(seed);
  const between = (least: number, most: number) => least + below(most - least);
  const possible = (kinds ?? plannedKinds).filter((kind) => kind !== 'fill the disk' || targets.canFillDisk);
  const total = possible.reduce((sum, kind) => sum + weights[kind], 0);

  function anyKind(): PlannedKind {
    let left = next() * total;
    for (const kind of possible) {
      left -= weights[kind];
      if (left < 0) return kind;
    }
    return 'kill';
  }

  function plan(kind: PlannedKind): Fault {
    switch (kind) {
      case 'kill':
        return { kind, process: pick(targets.processes) };
      case 'hang':
        return { kind, process: pick(targets.processes), lasts: between(500, longestHang) };
      case 'kill engine':
        return { kind, engine: pick(targets.engines), lasts: between(0, longestFault) };
      case 'hang engine':
        return { kind, engine: pick(targets.enginesToHang), lasts: between(0, longestFault) };
      case 'cut':
      case 'half-close':
      case 'silence':
        return { kind, link: pick(targets.links) };
      case 'shut':
      case 'hold':
      case 'slow':
        return { kind, link: pick(targets.links), lasts: between(200, longestFault) };
      case 'fill the disk':
        return { kind, lasts: between(1_000, longestFault) };
      case 'shift the clock':
        return { kind, process: pick(targets.processes), seconds: between(-furthestShift, furthestShift) };
      default:
        return kind satisfies never;
    }
  }

  if (kinds) for (const kind of possible) yield [{ at: 0, fault: plan(kind) }];
  for (let round = 0; ; round++) {
    if (!kinds && round % roundsBetween === 0) yield leaderHangs;
    yield Array.from({ length: between(fewestFaults, mostFaults + 1) }, () => ({
      at: below(spread),
      fault: plan(anyKind()),
    }));
  }
}

/** Returns, for example, "hang worker 1 for 2.3 s". */
export function describeFault(fault: Fault): string {
  const target = 'process' in fault ? fault.process : 'engine' in fault ? fault.engine : '';
  const on = 'link' in fault ? fault.link : target;
  const lasts = 'lasts' in fault ? ` for ${(fault.lasts / 1_000).toFixed(1)} s` : '';
  const by = 'seconds' in fault ? ` by ${fault.seconds} s` : '';
  return [fault.kind, on].filter(Boolean).join(' ') + lasts + by;
}
