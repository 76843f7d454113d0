type Point = { readonly title: string; readonly text: string };

/** Points beside each other, each a heading and a sentence or two; numbered where their order counts. */
export function PointList({ points, ordered = false }: { points: readonly Point[]; ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={ordered ? 'points points-ordered' : 'points'}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
