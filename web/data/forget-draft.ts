import { withStorage } from './browser-storage.ts';

// Apart from the rest of the drafts, in features/pitch and features/admin: signing out is in every page.

/** Where the draft of a visitor is, and what the keys of the others begin with. */
export const draftKey = 'journal-pitch-draft';
/** Returns where the draft of a pitch is: each account has its own, which no other sees. */
export const draftKeyOf = (userId: string | null): string =>
  userId === null ? draftKey : `${draftKey}:${userId}`;

/** Returns where this browser holds how a user, or a visitor, wants to be named under the pitch that they write. */
export const bylineKeyOf = (userId: string | null): string =>
  userId === null ? 'journal-byline' : `journal-byline:${userId}`;

/** The event of the window by which the form learns that the draft is gone from this tab. */
export const draftForgotten = 'journal:draft-forgotten';
/** Set for a moment to the user whose draft is put away, by which forms in other tabs learn it. */
export const draftPutAway = 'journal-draft-put-away';

/** Returns where this browser notes which version of a draft the account has: see account-draft.ts. */
export const draftMarkOf = (userId: string, target: string): string =>
  `journal-draft-mark:${userId}/${target}`;

/** What the keys of unsaved edits begin with: see features/admin/edit-draft.ts. */
export const editDraftPrefix = 'journal-edit:';
/** Returns where edits of a user's own pitches are; all others are the newsroom's, of other people's texts. */
const ownEditsOf = (userId: string) => `${editDraftPrefix}${userId}/${ownEdit('')}`;
/** Returns what an edit of one's own pitch is kept as. */
export const ownEdit = (id: string): string => `own-pitch/${id}`;

/** Whether this browser holds an edit of a user's own pitch, or, without an id, of any. */
export const holdsOwnEdit = (userId: string, id = ''): boolean =>
  withStorage((storage) => Object.keys(storage).some((key) => key.startsWith(ownEditsOf(userId) + id))) ??
  false;

/** Removes the newsroom's edits, and a user's own. */
function removeEdits(userId?: string): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isNewsrooms = key.startsWith(editDraftPrefix) && !key.includes(`/${ownEdit('')}`);
      if (isNewsrooms || (userId && key.startsWith(ownEditsOf(userId)))) storage.removeItem(key);
    }
  });
}

/** Removes a user's drafts from the browser and from its forms; what the account has of them stays there. */
export function forgetDraft(userId: string): void {
  tellOtherTabs(userId);
  adoptDraft(userId);
  removeDraft(userId);
  withStorage((storage) => storage.removeItem(bylineKeyOf(userId)));
  removeEdits(userId);
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(draftMarkOf(userId, ''))) storage.removeItem(key);
  });
  dispatchEvent(new Event(draftForgotten));
}

export function removeDraft(userId: string | null): void {
  withStorage((storage) => storage.removeItem(draftKeyOf(userId)));
}

/** Returns whether the browser holds a draft of this user, or one that has no owner yet. */
export function holdsDraftOf(userId: string): boolean {
  const holds = (owner: string | null) => withStorage((storage) => textsOf(storage, draftKeyOf(owner)));
  return Boolean(holds(userId) ?? holds(null)) || holdsOwnEdit(userId);
}

/** Returns whether the account has all that this browser holds of a user, as far as this browser knows. */
export function isDraftSaved(userId: string): boolean {
  const isSaved = (storage: Storage, target: string) =>
    (JSON.parse(storage.getItem(draftMarkOf(userId, target)) ?? 'null') as { typed?: unknown } | null)
      ?.typed === 'no';
  const saved = withStorage((storage) => {
    const edits = Object.keys(storage).filter((key) => key.startsWith(ownEditsOf(userId)));
    const isPitchSaved = storage.getItem(draftKeyOf(userId)) === null || isSaved(storage, 'new-pitch');
    const idOf = (key: string) => key.slice(ownEditsOf(userId).length);
    return isPitchSaved && edits.every((key) => isSaved(storage, `pitch-${idOf(key)}`));
  });
  return saved ?? false;
}

/** Hides a user's drafts from whoever comes next, until they sign in again. */
export function putDraftAway(userId: string): void {
  removeEdits();
  adoptDraft(userId);
  tellOtherTabs(userId);
  dispatchEvent(new Event(draftForgotten));
}

function tellOtherTabs(userId: string): void {
  withStorage((storage) => {
    storage.setItem(draftPutAway, userId);
    storage.removeItem(draftPutAway);
  });
}

/** `owner`: as earlier versions stored the draft of a user, in the place of a visitor's. */
type Stored = {
  readonly texts?: unknown;
  readonly aside?: readonly unknown[];
  readonly owner?: string | null;
};

const storedIn = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? '{}') as Stored;
const textsOf = (storage: Storage, key: string) => storedIn(storage, key).texts;

/** Gives a visitor's draft to a user, or one that has an owner to that one; one of their own stays beside it. */
export function adoptDraft(userId: string): void {
  withStorage((storage) => {
    const { owner, ...visitors } = storedIn(storage, draftKey);
    if (!visitors.texts) return;
    const key = draftKeyOf(owner ?? userId);
    const own = storedIn(storage, key);
    const aside = [visitors.aside ?? [], own.texts ?? [], own.aside ?? []].flat();
    storage.setItem(key, JSON.stringify({ ...visitors, aside }));
    storage.removeItem(draftKey);
  });
}
