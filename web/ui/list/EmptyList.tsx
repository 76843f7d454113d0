export function EmptyList({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div className="list-state">
      <p className="list-empty">{text}</p>
      {hint ? <p className="list-hint">{hint}</p> : null}
    </div>
  );
}
