export function ReadTime({ minutes }: { minutes: number }) {
  return <span className="read-time">{minutes} min read</span>;
}
