import type { ReactNode } from 'react';

/** The journal in numbers. */
export function Facts({ articles, writers }: { articles: ReactNode; writers: ReactNode }) {
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
