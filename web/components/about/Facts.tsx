export function Facts({ articles, writers }: { articles: string; writers: string }) {
  const facts = [
    { value: '12-18', label: 'Age range' },
    { value: '3', label: 'Core sections' },
    { value: articles, label: 'Published articles' },
    { value: writers, label: 'Young writers' },
    { value: 'Bi-Weekly', label: 'Publication' },
  ];
  return (
    <dl className="facts">
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt className="label">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
