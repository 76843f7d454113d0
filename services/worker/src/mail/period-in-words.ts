/** A period of at least a minute, to the minute, as one would say it. */
export function periodInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes === 1) return 'one minute';
  if (minutes === 60) return 'one hour';
  if (minutes % 60 === 0) return `${minutes / 60} hours`;
  return `${minutes} minutes`;
}
