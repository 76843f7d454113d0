import { onPress } from '../link/press.ts';

/** A list that did not come. Without scripts the link loads the page anew. */
export function ListError({ tryAgain }: { tryAgain: () => void }) {
  return (
    <div className="list-state" role="alert">
      <p>This list could not be loaded.</p>
      <a className="button" href="?" onClick={onPress(tryAgain)}>
        Try again
      </a>
    </div>
  );
}
