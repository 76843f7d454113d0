import type { Figure } from '../bench.ts';
import { percentile } from '../http/percentile.ts';

type Asked = { readonly question: string; readonly time: number; readonly isAnswered: boolean };

/** Milliseconds of each question, with so many clients of which each asks one at a time. */
async function askAll(
  questions: readonly string[],
  clients: number,
  ask: (question: string) => Promise<unknown>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  const left = questions.values();
  const client = async () => {
    for (const question of left) {
      const from = performance.now();
      const isAnswered = await ask(question).then(
        () => true,
        () => false,
      );
      asked.push({ question, time: performance.now() - from, isAnswered });
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return asked;
}

const crowd = 32;
const warming = 100;

export type Asking = {
  readonly what: string;
  readonly questions: readonly string[];
  /** Rejects where there is no answer, which is counted and not measured. */
  ask(question: string): Promise<unknown>;
  say(line: string): void;
  /** For the slowest of one client. */
  readonly goal?: string;
};

/** How long the questions take alone, and with 32 clients; the first hundred warm up. */
export async function figuresOfAsking({ what, questions, ask, say, goal }: Asking): Promise<Figure[]> {
  await askAll(questions.slice(0, warming), 1, ask);
  const figures: Figure[] = [];
  for (const clients of [1, crowd]) {
    const began = performance.now();
    const asked = await askAll(questions.slice(warming), clients, ask);
    const seconds = (performance.now() - began) / 1_000;
    const answered = asked.filter(({ isAnswered }) => isAnswered);
    const times = answered.map(({ time }) => time);
    const named = clients === 1 ? `${what}, alone` : `${what}, ${clients} clients`;
    const slowest = asked.toSorted((one, other) => other.time - one.time).slice(0, 5);
    say(`slowest: ${slowest.map(({ question, time }) => `"${question}" ${Math.round(time)} ms`).join(', ')}`);
    figures.push(
      { what: `${named}, p50`, value: percentile(times, 0.5), unit: 'ms' },
      {
        what: `${named}, p99`,
        value: percentile(times, 0.99),
        unit: 'ms',
        ...(clients === 1 && goal && { goal }),
      },
      { what: `${named}, answers`, value: answered.length / seconds, unit: '/s' },
    );
    if (answered.length < asked.length)
      figures.push({
        what: `${named}, not answered in time`,
        value: asked.length - answered.length,
        unit: `of ${asked.length}`,
      });
  }
  return figures;
}
