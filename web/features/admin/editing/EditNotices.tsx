import { useState } from 'react';
import { useChange } from '../panel/use-row-actions.ts';

type EditNoticesProps = {
  noun: string;
  historyHref: string;
  /** Brings it back, where it is no more. */
  gone: (() => Promise<unknown>) | undefined;
  closed: { readonly text: string; readonly href: string } | undefined;
  /** Whether there is a newer version, and what of it is there to be seen. */
  newer: 'known' | 'compared' | 'awaited' | undefined;
  /** Whether a newer version has taken the place of one in which nothing was typed. */
  refreshed: boolean;
  signedOut: boolean;
  onCompare: () => void;
};

/** What has become of a row while it is edited; read out as it happens. */
export function EditNotices(props: EditNoticesProps) {
  const { noun, newer, closed, gone } = props;
  return (
    <div className="form-notices" aria-live="polite">
      {props.signedOut ? <SignedOutNotice /> : null}
      {gone ? <Gone noun={noun} historyHref={props.historyHref} restore={gone} /> : null}
      {closed ? (
        <p className="form-notice">
          {closed.text} What you typed is still here. <a href={closed.href}>See the article</a>
        </p>
      ) : null}
      {newer && !closed ? (
        <p className="form-notice">
          Someone else has changed this {noun} since you opened it.{' '}
          {newer === 'awaited' ? 'Reading their version...' : null}
          {newer === 'known' ? (
            <button type="button" className="text-link" onClick={props.onCompare}>
              Compare both versions
            </button>
          ) : null}
        </p>
      ) : null}
      {props.refreshed && !newer && !gone && !closed ? (
        <p className="form-notice">
          Someone else has just changed this {noun}. The form shows the new version.
        </p>
      ) : null}
    </div>
  );
}

function Gone({
  noun,
  historyHref,
  restore,
}: Pick<EditNoticesProps, 'noun' | 'historyHref'> & { restore: () => Promise<unknown> }) {
  const change = useChange();
  const [underWay, setUnderWay] = useState(false);
  return (
    <p className="form-notice">
      This {noun} has been deleted meanwhile. What you typed is still here.{' '}
      <button
        type="button"
        className="text-link"
        aria-disabled={underWay}
        onClick={() => {
          if (underWay) return;
          setUnderWay(true);
          const words = {
            done: `The ${noun} is back.`,
            failed: `Failed to restore ${noun}. Please try again.`,
          };
          void change(restore, words).finally(() => setUnderWay(false));
        }}
      >
        Restore it
      </button>{' '}
      <a href={historyHref} target="_blank" rel="noopener">
        See its history
      </a>
    </p>
  );
}

/** For who has been signed out over what they were typing. */
export function SignedOutNotice() {
  return (
    <p className="form-notice" role="alert">
      You are not signed in any more. Nothing that you typed is lost:{' '}
      <a href="/login" target="_blank" rel="noopener">
        sign in in a new tab
      </a>
      , then save again here.
    </p>
  );
}
