import type { SessionUser } from '@journal/contracts';
import { newId } from '../../data/attempt-key.ts';
import { adoptDraft, draftForgottenEvent, draftKeyOf, draftPutAwayKey } from '../../data/forget-draft.ts';
import type { BylineTexts } from './byline-texts.ts';
import {
  type Draft,
  initialPitch,
  isBlank,
  isSame,
  lastRemovedDraftId,
  mergeTexts,
  type PitchTexts,
  readDraft,
  removeDraftInAllTabs,
  type SetAside,
  saveDraft,
  textsIn,
  withByline,
} from './pitch-draft.ts';

/**
 * `saved`, `unsaved`: whether the browser has stored the text. `discarded` can be undone until the user types again.
 */
type DraftState = 'none' | 'saved' | 'unsaved' | 'discarded';
export type DraftView = { readonly state: DraftState; readonly others: Draft['others'] };

/** Pause in typing before the draft is saved, in milliseconds. */
const pause = 300;

/**
 * Saves the input in the browser for the account that typed it; no other account sees it. Several tabs share one draft:
 * each shows the other's input, and if both changed the same field, the other text is offered as well. If the browser
 * stores nothing, everything else still works.
 */
export function createDraftKeeper(show: (view: DraftView) => void, blank: PitchTexts) {
  /** The text's owner; null for a visitor, whose text goes to the user who signs in. */
  let owner: string | null = null;
  let putInForm: ((texts: PitchTexts) => void) | undefined;
  /** The content of the form, and the last content that the browser was known to have stored. */
  let draft: Draft = { id: newId(), texts: blank, others: [] };
  let base = blank;
  let discarded: Draft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Merges the form with the saved draft and updates both. */
  function settle(isRemovedElsewhere = false) {
    clearTimeout(timer);
    const stored = readDraft(owner);
    // The storage event for the removal may not have arrived yet.
    const isGone = isRemovedElsewhere || lastRemovedDraftId() === draft.id;
    const theirs = stored?.texts ?? (isGone ? blank : base);
    const { texts, isConflict } = mergeTexts({ base, mine: draft.texts, theirs });
    // If both have equally many, the stored ones win: otherwise two tabs would keep overwriting each other's.
    const known = stored && stored.others.length >= draft.others.length ? stored.others : draft.others;
    const others = isConflict ? withText(known, theirs) : known;
    replace({ id: stored?.id ?? draft.id, texts, others });
    if (isSame(stored, draft)) showState(true);
    else save();
  }

  function replace(next: Draft) {
    const isChanged = !isSame(next.texts, draft.texts);
    draft = next;
    if (isChanged) putInForm?.(next.texts);
  }

  function save() {
    if (!isBlank(draft.texts, blank) || draft.others.length > 0) return showState(saveDraft(owner, draft));
    removeDraftInAllTabs(owner);
    showState(true);
  }

  function showState(isStored: boolean) {
    if (isStored) base = draft.texts;
    const isEmpty = isBlank(draft.texts, blank);
    if (!isEmpty) discarded = undefined;
    const kept = isStored ? (isEmpty ? 'none' : 'saved') : 'unsaved';
    show({ state: discarded ? 'discarded' : kept, others: draft.others });
  }

  function put(changed: Partial<Draft>) {
    clearTimeout(timer);
    replace({ ...draft, ...changed });
    save();
  }
  const begin = (others: Draft['others']) => put({ id: newId(), texts: blank, others });

  /** Fills in the user's name in an empty form, and in a draft without a name. */
  function setOwner(user: SessionUser | null) {
    const next = initialPitch(user);
    const isEmpty = isBlank(draft.texts, blank);
    // The session ended in this page: the text stays in it, and still belongs to the user.
    if (user === null && owner !== null && !isEmpty) return settle();
    const isOfOtherUser = owner !== null && owner !== user?.id;
    owner = user?.id ?? null;
    if (isOfOtherUser) discarded = undefined;
    if (isEmpty || isOfOtherUser) {
      base = next;
      replace({ id: newId(), texts: next, others: [] });
    }
    blank = next;
    if (owner !== null) adoptDraft(owner);
    settle();
    const { texts } = draft;
    if (texts.fullName.trim() === '' && next.fullName) put({ texts: { ...texts, fullName: next.fullName } });
  }

  return {
    /**
     * Shows the draft of this user, or of a visitor, and saves changes from now on. Returns a function that stops this.
     */
    start(user: SessionUser | null, putTexts: (texts: PitchTexts) => void) {
      putInForm = putTexts;
      const end = new AbortController();
      const { signal } = end;
      const forget = () => {
        discarded = undefined;
        owner = null;
        begin([]);
      };
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key === draftKeyOf(owner)) settle(newValue === null);
        if (key === draftPutAwayKey && newValue !== null && newValue === owner) {
          if (lastRemovedDraftId() !== draft.id) settle();
          forget();
        }
      };
      addEventListener(draftForgottenEvent, forget, { signal });
      addEventListener('storage', onStorage, { signal });
      // A frozen page received no events meanwhile.
      for (const left of ['pagehide', 'pageshow']) addEventListener(left, () => settle(), { signal });
      document.addEventListener('visibilitychange', () => settle(), { signal });
      setOwner(user);
      return () => {
        settle();
        end.abort();
        putInForm = undefined;
      };
    },
    /** To be called with the current content of the form. */
    changed(texts: PitchTexts) {
      draft = { ...draft, texts: textsIn(texts) ?? draft.texts };
      clearTimeout(timer);
      if (putInForm) timer = setTimeout(settle, pause);
    },
    id: () => draft.id,
    /** Returns the id of the user whose text is in the form; null for a visitor. */
    owner: () => owner,
    /** Returns the input, or undefined if there is none. */
    typed: () => (isBlank(draft.texts, blank) ? undefined : draft.texts),
    /** Replaces the input with a text from another device. */
    take(texts: PitchTexts) {
      settle();
      put({ texts });
    },
    /** Returns whether the browser has stored the current content of the form. */
    isKept() {
      settle();
      return isSame(readDraft(owner), draft);
    },
    /** To be called when the pitch was sent: begins a new draft. Texts that were set aside stay. */
    sent() {
      settle();
      begin(draft.others);
    },
    /** Removes the input, also when it was sent or discarded on another device. Texts that were set aside stay. */
    discard() {
      settle();
      discarded = draft;
      begin(draft.others);
    },
    undoDiscard() {
      if (discarded) put({ texts: discarded.texts });
    },
    /** Swaps the text in the form, for which this byline was chosen, with one that was set aside. */
    swap(other: SetAside, byline: BylineTexts) {
      settle();
      const rest = draft.others.filter((one) => !isSame(one, other));
      const own = withByline(draft.texts, byline);
      const texts = textsIn(other) ?? draft.texts;
      put({ texts, others: isBlank(draft.texts, blank) ? rest : withText(rest, own) });
    },
  };
}

function withText(texts: Draft['others'], text: SetAside): Draft['others'] {
  return texts.some((one) => isSame(one, text)) ? texts : [...texts, text];
}
