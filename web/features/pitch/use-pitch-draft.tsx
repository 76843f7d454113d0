import { useEffect, useState } from 'react';
import { newId } from '../../data/attempt-key.ts';
import { removeDraft } from '../../data/forget-draft.ts';
import { useSession } from '../../data/use-api.ts';
import {
  emptyPitch,
  followDraft,
  isBlank,
  mergeTexts,
  type PitchTexts,
  readDraft,
  sameTexts,
  saveDraft,
} from './pitch-draft.ts';
import { wordCountOf } from './WordCount.tsx';

const words = {
  none: '',
  saved: 'Draft kept in this browser, where everyone who uses it can read it.',
  unsaved: "This browser can't keep your draft. Copy your text to a safe place before you leave this page.",
  discarded: 'Draft discarded.',
} as const;

/** What became of what was typed, and what can be done about it. */
export function DraftNotice({ draft: { state, others, keeper } }: { draft: PitchDraft }) {
  return (
    <div className="draft" data-state={state}>
      <p role="status">{words[state]}</p>
      {state === 'none' ? null : (
        // One button, so that the focus stays on it.
        <button
          type="button"
          className="text-link"
          onClick={() => (state === 'discarded' ? keeper.undoDiscard() : keeper.discard())}
        >
          {state === 'discarded' ? 'Bring it back' : 'Discard draft'}
        </button>
      )}
      {others.length > 0 ? (
        <ul className="draft-others" aria-label="Drafts of other tabs">
          {others.map((texts, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts have no other name
            <li key={index}>
              <span>
                Another tab has different words for “{texts.articleTitle.trim() || 'a pitch without a title'}”
                ({wordCountOf(texts.fullEssay).count}).
              </span>{' '}
              <button type="button" className="text-link" onClick={() => keeper.swap(texts)}>
                Show those instead
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type PitchDraft = DraftView & { readonly keeper: DraftKeeper };

/** A draft that is kept once `useDraftOfForm` ties a form to it. */
export function usePitchDraft(): PitchDraft {
  const [view, setView] = useState<DraftView>({ state: 'none', others: [] });
  const [keeper] = useState(() => createDraftKeeper(setView));
  return { ...view, keeper };
}

type DraftedForm = {
  readonly ready: boolean;
  readonly typed: {
    put: (texts: PitchTexts) => void;
    follow: (listener: (texts: PitchTexts) => void) => () => void;
  };
};

/** Saves the form as the current user's draft, and restores a saved one into the form. */
export function useDraftOfForm({ ready, typed }: DraftedForm, { keeper }: PitchDraft): void {
  const user = useSession();
  const userId = user === null ? null : user?.id;
  useEffect(() => typed.follow((texts) => keeper.changed({ ...texts })), [typed, keeper]);
  useEffect(() => {
    if (!ready || userId === undefined) return;
    return keeper.start(userId, typed.put);
  }, [ready, userId, typed, keeper]);
}

/** `saved`, `unsaved`: whether the browser holds the text. `discarded` can be undone until something is typed. */
type DraftState = 'none' | 'saved' | 'unsaved' | 'discarded';
type DraftView = { readonly state: DraftState; readonly others: readonly PitchTexts[] };
type DraftKeeper = ReturnType<typeof createDraftKeeper>;

type Texts = readonly PitchTexts[];

const pause = 300;

/**
 * Saves what is typed in the browser. Several tabs share one draft: each shows what is typed in another, and where two
 * typed into the same field the other text is offered as well. In a browser that stores nothing, nothing else changes.
 */
function createDraftKeeper(show: (view: DraftView) => void) {
  let userId: string | null = null;
  let putInForm: ((texts: PitchTexts) => void) | undefined;
  let id = newId();
  /** What is in the form, and what of it the browser was last seen to hold. */
  let [mine, base] = [emptyPitch, emptyPitch];
  let others: Texts = [];
  let discarded: { readonly texts: PitchTexts; readonly others: Texts } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Merges the form with the saved draft and updates both. */
  function settle(removedElsewhere = false) {
    clearTimeout(timer);
    const kept = readDraft(userId);
    if (kept) id = kept.id;
    if (kept && others.length < kept.others.length) others = kept.others;
    const theirs = kept?.texts ?? (removedElsewhere ? emptyPitch : base);
    const { texts, isConflict } = mergeTexts({ base, mine, theirs });
    if (isConflict) others = withText(others, theirs);
    put(texts);
    const upToDate =
      kept !== undefined &&
      sameTexts(kept.texts, texts) &&
      kept.others.length === others.length &&
      (userId ?? kept.owner) === kept.owner;
    if (upToDate) return shown('saved');
    keep(kept?.owner ?? null);
  }

  function keep(formerOwner: string | null = null) {
    if (isBlank(mine) && others.length === 0) {
      removeDraft();
      base = mine;
      return show({ state: discarded ? 'discarded' : 'none', others });
    }
    const kept = saveDraft({ id, owner: userId ?? formerOwner, texts: mine, others });
    shown(kept ? 'saved' : 'unsaved');
  }

  function shown(state: 'saved' | 'unsaved') {
    if (state === 'saved') base = mine;
    discarded = undefined;
    show({ state, others });
  }

  function put(texts: PitchTexts) {
    if (sameTexts(texts, mine)) return;
    mine = texts;
    putInForm?.(texts);
  }

  function begin() {
    clearTimeout(timer);
    id = newId();
    put(emptyPitch);
    keep();
  }

  function forget() {
    [discarded, others] = [undefined, []];
    begin();
  }

  return {
    /** Shows the draft of this user, or of a visitor, and saves changes from now on; returns a function that stops. */
    start(user: string | null, putTexts: (texts: PitchTexts) => void) {
      [userId, putInForm] = [user, putTexts];
      const unfollow = followDraft({ onForget: forget, onOther: settle, onLeave: () => settle() });
      settle();
      return () => {
        settle();
        unfollow();
        putInForm = undefined;
      };
    },
    /** What is in the form now. */
    changed(texts: PitchTexts) {
      mine = texts;
      clearTimeout(timer);
      if (putInForm) timer = setTimeout(settle, pause);
    },
    id: () => id,
    /** The pitch was sent: begins a new draft. The texts of other tabs stay. */
    sent: () => {
      settle();
      begin();
    },
    discard() {
      settle();
      [discarded, others] = [{ texts: mine, others }, []];
      begin();
    },
    undoDiscard() {
      if (!discarded) return;
      others = discarded.others;
      put(discarded.texts);
      keep();
    },
    /** Swaps the text in the form with one of another tab. */
    swap(other: PitchTexts) {
      settle();
      const rest = others.filter((one) => !sameTexts(one, other));
      others = isBlank(mine) ? rest : withText(rest, mine);
      put(other);
      keep();
    },
  };
}

function withText(texts: Texts, text: PitchTexts): Texts {
  return texts.some((one) => sameTexts(one, text)) ? texts : [...texts, text];
}
