import { usePageContext } from 'vike-react/usePageContext';

/** How an article ends: with an invitation. */
export function CallToWrite() {
  const { site } = usePageContext();
  return (
    <aside className="call" aria-labelledby="call-title">
      <h2 id="call-title">Would you have written it differently?</h2>
      <p>{`Then do. If you are 12 to 18, ${site.name} is yours to write for: a debate, an essay or a review.`}</p>
      <a className="button button-arrow" href="/contact">
        Write for Us
      </a>
    </aside>
  );
}
