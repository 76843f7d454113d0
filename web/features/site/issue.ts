const day = 86_400_000;
const firstIssue = Date.UTC(2026, 0, 5);

/** The issue that is out at a moment: a new one every second Monday at midnight UTC, the first on 5 January 2026. */
export function issueAt(moment: number): { number: number; date: Date } {
  const number = Math.max(1, Math.floor((moment - firstIssue) / (14 * day)) + 1);
  return { number, date: new Date(firstIssue + (number - 1) * 14 * day) };
}
