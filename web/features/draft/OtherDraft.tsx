import type { AccountDraftView } from '../../data/account-draft.ts';

type OtherDraftProps = {
  view: AccountDraftView | undefined;
  choose: (which: 'other' | 'own') => void;
};

/** Asks which text is to stay where another one was typed on another device. */
export function OtherDraft({ view, choose }: OtherDraftProps) {
  if (view?.state !== 'elsewhere') return null;
  const { savedAt } = view.other;
  return (
    <div className="form-notice draft-elsewhere" role="alert">
      <p>
        You have typed something else on another device: your text from{' '}
        <time dateTime={savedAt}>{timeOf(savedAt)}</time>. Which one do you want to go on with?
      </p>
      <p className="draft-choices">
        <button type="button" className="button" onClick={() => choose('other')}>
          Use that one
        </button>
        <button type="button" className="button" onClick={() => choose('own')}>
          Keep this one
        </button>
      </p>
    </div>
  );
}

/** Returns the time of day, with the date where that is another. */
function timeOf(at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString('en-GB', { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' });
}

type SavedWhereProps = {
  view: AccountDraftView | undefined;
  /** Said before it: that readers see nothing of it yet, for example. */
  lead?: string;
};

/** Where what is typed is kept, for a form that says nothing else of it. */
export function SavedWhere({ view, lead = '' }: SavedWhereProps) {
  const words = {
    none: '',
    elsewhere: '',
    device: 'Saved on this device.',
    account: 'Saved to your account.',
  };
  return (
    <p className="field-hint draft-saved" role="status">
      {view && words[view.state] ? `${lead} ${words[view.state]}`.trim() : ''}
    </p>
  );
}
