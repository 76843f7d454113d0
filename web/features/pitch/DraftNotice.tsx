import type { AccountDraftView } from '../../data/account-draft.ts';
import type { DraftView } from './draft-keeper.ts';
import type { SetAside } from './pitch-draft.ts';
import { wordCountOf } from './WordCount.tsx';

const texts = {
  none: '',
  saved: 'Draft kept in this browser, where everyone who uses it can read it.',
  unsaved: 'This browser can’t keep your draft. Copy your text to a safe place before you leave this page.',
  discarded: 'Draft discarded.',
} as const;

type DraftNoticeProps = DraftView & {
  /** State of the account's copy, if the user is signed in. */
  account: AccountDraftView['state'] | undefined;
  discard: () => void;
  undoDiscard: () => void;
  swap: (other: SetAside) => void;
};

function statusTextOf(state: DraftView['state'], account: DraftNoticeProps['account']): string {
  if (state === 'none' || state === 'discarded' || account === undefined) return texts[state];
  if (account === 'account') return 'Saved to your account.';
  return state === 'saved' ? 'Saved on this device.' : texts[state];
}

export function DraftNotice({ state, others, account, discard, undoDiscard, swap }: DraftNoticeProps) {
  return (
    <div className="draft" data-state={state}>
      <p role="status">{statusTextOf(state, account)}</p>
      {state === 'none' ? null : (
        // The same button for both actions, so that it keeps the focus.
        <button type="button" className="text-link" onClick={state === 'discarded' ? undoDiscard : discard}>
          {state === 'discarded' ? 'Bring it back' : 'Discard draft'}
        </button>
      )}
      {others.length > 0 ? (
        <ul className="draft-others" aria-label="Other drafts">
          {others.map((texts, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts have no other name
            <li key={index}>
              <span>
                There is another draft of “{texts.articleTitle.trim() || 'a pitch without a title'}” (
                {wordCountOf(texts.fullEssay).count}).
              </span>{' '}
              <button type="button" className="text-link" onClick={() => swap(texts)}>
                Show that one instead
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
