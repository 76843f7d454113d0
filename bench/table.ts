import type { Figure } from './bench.ts';

/** Figures in columns that line up: what, value, what it stands beside with the ratio, the goal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, beside, goal }) => [
    what,
    `${number(value)} ${unit}`,
    beside ? `${number(value / beside.value)} of ${beside.what} (${number(beside.value)} ${unit})` : '',
    goal ? `goal: ${goal}` : '',
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ');
  return `${rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')}\n`;
}

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
