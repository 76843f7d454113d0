import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess } from '../../launcher/processes.ts';
import type { Fault, Round } from '../schedule.ts';
import type { Rig } from './rig.ts';

/** Request timeout in milliseconds. */
const metricsTimeout = 5_000;

/**
 * Injects a round of faults. Resolves when everything is undone, except for what must recover on its own. `onFault` is
 * called with each fault that hit something: a process may be gone already.
 */
export async function inject(rig: Rig, round: Round, onFault: (fault: Fault) => void): Promise<void> {
  await Promise.all(
    round.map(async ({ at, fault }) => {
      await sleep(at);
      if ((fault.kind === 'kill' || fault.kind === 'end') && rig.pidOf(fault.process) === undefined) return;
      onFault(fault);
      await carryOut(rig, fault);
    }),
  );
  // An operator, or some other system, frees the disk and restarts engines: that is not the journal's job.
  await rig.disk?.clear();
  for (const engine of rig.engines.values()) {
    engine.resume?.();
    await engine.ensureStarted();
  }
  for (const link of rig.targets.links) rig.gate(link)?.open();
}

async function carryOut(rig: Rig, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill':
    case 'end': {
      const pid = rig.pidOf(fault.process);
      return pid === undefined
        ? undefined
        : signalProcess(pid, fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    }
    case 'hang the leader':
    case 'hang': {
      const pid = rig.pidOf(fault.kind === 'hang' ? fault.process : await leaderOf(rig, 'articles'));
      if (pid === undefined) return;
      signalProcess(pid, 'SIGSTOP');
      await sleep(fault.lasts);
      return signalProcess(pid, 'SIGCONT');
    }
    case 'kill engine': {
      const engine = rig.engines.get(fault.engine);
      await engine?.kill().catch(() => undefined);
      await sleep(fault.lasts);
      // On a full disk it may not start before the round has ended.
      return engine?.ensureStarted().catch(() => undefined);
    }
    case 'hang engine': {
      const engine = rig.engines.get(fault.engine);
      engine?.hang?.();
      await sleep(fault.lasts);
      return engine?.resume?.();
    }
    case 'cut':
      rig.gate(fault.link)?.shut();
      return rig.gate(fault.link)?.open();
    case 'half-close':
      return rig.gate(fault.link)?.halfClose();
    case 'silence':
      return rig.gate(fault.link)?.silence();
    case 'shut':
    case 'hold':
    case 'slow': {
      const gate = rig.gate(fault.link);
      if (fault.kind === 'slow') gate?.slow(200);
      else gate?.[fault.kind]();
      await sleep(fault.lasts);
      return gate?.open();
    }
    case 'fill the disk':
      await rig.disk?.fill();
      await sleep(fault.lasts);
      return rig.disk?.clear();
    case 'shift the clock':
      return rig.shiftClock(fault.process, fault.seconds);
    default:
      return fault satisfies never;
  }
}

/** Resolves with the name of the worker that leads a projection. Rejects if none does, or one doesn't answer. */
export async function leaderOf({ workers }: Pick<Rig, 'workers'>, projection: string): Promise<string> {
  const leads = new RegExp(`^journal_projection_leader\\{[^}]*projection="${projection}_v[^}]*\\} 1$`, 'm');
  for (const { name, origin } of workers) {
    const asked = fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(metricsTimeout) });
    if (leads.test(await asked.then((answer) => answer.text()))) return name;
  }
  throw new Error(`No worker leads ${projection}`);
}
