import type { AccountDraftView } from '../../data/account-draft.ts';

type OtherDraftProps = {
  view: AccountDraftView | undefined;
  choose: (which: 'other' | 'own') => void;
};

/** Asks which text to keep if another one was typed on another device. */
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

/** Returns the time of day, with the date unless it is today. */
function timeOf(at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString('en-GB', { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'short' });
}

type SavedStatusProps = {
  view: AccountDraftView | undefined;
  /** Text before it, for example that readers can't see it yet. */
  lead?: string;
};

/** Shows where the input is kept, for a form that doesn't show that elsewhere. */
export function SavedStatus({ view, lead = '' }: SavedStatusProps) {
  const texts = {
    none: '',
    elsewhere: '',
    device: 'Saved on this device.',
    account: 'Saved to your account.',
  };
  return (
    <p className="field-hint draft-saved" role="status">
      {view && texts[view.state] ? `${lead} ${texts[view.state]}`.trim() : ''}
    </p>
  );
}
