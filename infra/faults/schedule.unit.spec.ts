import { expect, test } from 'vitest';
import { describeFault, planRounds } from './schedule.ts';

const targets = {
  processes: ['command', 'worker 1', 'worker 2'],
  engines: ['postgres', 'redis', 'search'],
  enginesToHang: ['postgres', 'redis'],
  links: ['command to log', 'to command'],
  canFillDisk: true,
};
const rounds = (seed: number, given = targets) => planRounds(seed, given).take(200).toArray();

test('a seed reproduces its schedule, and another seed gives a different one', () => {
  expect(rounds(7)).toEqual(rounds(7));
  expect(rounds(7)).not.toEqual(rounds(8));
});

test('every kind of fault is scheduled, except those that the machine does not allow', () => {
  const kindsOf = (given = targets) =>
    new Set(
      rounds(1, given)
        .flat()
        .map(({ fault }) => fault.kind),
    );
  expect(kindsOf().size).toBe(13);
  expect(kindsOf({ ...targets, canFillDisk: false }).has('fill the disk')).toBe(false);
});

test('only engines that can be suspended are scheduled to hang', () => {
  const enginesOf = (kind: string) =>
    new Set(
      rounds(1).flatMap((round) =>
        round.flatMap(({ fault }) => (fault.kind === kind && 'engine' in fault ? [fault.engine] : [])),
      ),
    );
  expect(enginesOf('hang engine')).toEqual(new Set(targets.enginesToHang));
  expect(enginesOf('kill engine')).toEqual(new Set(targets.engines));
});

test('requested kinds are scheduled one by one first, and no other kinds after that', () => {
  const some = planRounds(3, targets, ['hang', 'cut']).take(50).toArray();
  expect(some.slice(0, 2).map((round) => round.map(({ fault }) => fault.kind))).toEqual([['hang'], ['cut']]);
  expect(new Set(some.flat().map(({ fault }) => fault.kind))).toEqual(new Set(['hang', 'cut']));
});

test('a fault is described with its target and its duration', () => {
  expect(describeFault({ kind: 'hang', process: 'worker 1', lasts: 2_345 })).toBe('hang worker 1 for 2.3 s');
  expect(describeFault({ kind: 'cut', link: 'to command' })).toBe('cut to command');
  expect(describeFault({ kind: 'shift the clock', process: 'web', seconds: -3 })).toBe(
    'shift the clock web by -3 s',
  );
});
