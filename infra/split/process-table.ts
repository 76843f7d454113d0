import type { Member } from './members-health.ts';

/** One line for each process, under a line of headings: its name, its port, where it tells its health. */
export function processTable(members: readonly Member[]): string {
  const rows = members.map(({ name, origin }) => [name, new URL(origin).port, `${origin}/health/ready`]);
  const lines = [['process', 'port', 'health'], ...rows];
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const [first, second] = [width(0), width(1)];
  return lines
    .map(
      ([name = '', port = '', health = '']) => `  ${name.padEnd(first)}  ${port.padEnd(second)}  ${health}`,
    )
    .join('\n');
}
