import { usePageContext } from 'vike-react/usePageContext';

/**
 * A link to the article itself, to copy or share; `share-on-press.ts` does that on a press, before and after hydration.
 * Without scripts the URL is shown instead.
 */
export function ShareLink({ article: { id, title } }: { article: { id: number; title: string } }) {
  const { site } = usePageContext();
  const address = `${site.url}/article/${id}`;
  return (
    <p className="share">
      <a className="button" href={address} data-share={title}>
        Share this piece
      </a>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what a press writes here, React leaves alone */}
      <span role="status" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      <noscript>
        <span>Share this piece: {address}</span>
      </noscript>
    </p>
  );
}
