import { onPress } from '../../ui/link/press.ts';
import { searchHref } from './search-address.ts';

type SearchFailedProps = { text: string; page: number; tryAgain: () => void };

/** A search that brought no answer. Without scripts the link loads the page anew. */
export function SearchFailed({ text, page, tryAgain }: SearchFailedProps) {
  return (
    <div className="list-state search-state" role="alert">
      <p className="list-empty">Search failed</p>
      <p className="list-hint search-hint">
        The search is away for a moment. All the rest of the journal is there.
      </p>
      <a className="button" href={searchHref(text, page)} onClick={onPress(tryAgain)}>
        Try again
      </a>
    </div>
  );
}
