export function EmptyList({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div className="list-state">
      <p className="list-empty">{text}</p>
      {hint ? <p className="list-hint">{hint}</p> : null}
    </div>
  );
}

/** A filtered list of which nothing is left. */
export function NothingMatches({ allHref }: { allHref: string }) {
  return (
    <div className="list-state">
      <p className="list-empty">Nothing matches.</p>
      <p>
        <a className="text-link" href={allHref} keep-scroll-position="">
          Show all
        </a>
      </p>
    </div>
  );
}

/** The list of an address that is past the end of what there is. */
export function NothingOlder({ newestHref }: { newestHref: string }) {
  return (
    <div className="list-state">
      <p className="list-empty">Nothing older</p>
      <p>
        <a className="text-link" href={newestHref}>
          See the newest
        </a>
      </p>
    </div>
  );
}
