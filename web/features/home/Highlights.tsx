const highlights = [
  { title: 'Ages 12-18', text: 'Authentic Voices' },
  { title: 'First Takes', text: 'Fresh Perspectives' },
  { title: 'Real Impact', text: "Today's Conversations" },
] as const;

/** Three reasons to stay, in one line, to leave space for the first story. */
export function Highlights() {
  return (
    <ul className="highlights page">
      {highlights.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
