import { withStorage } from './browser-storage.ts';

// Separate from the other draft code, in features/pitch and features/admin, because every page includes signing out.

/** Storage key of a visitor's draft, and prefix of the keys of users' drafts. */
export const draftKey = 'journal-pitch-draft';
/** Returns the storage key of a pitch's draft. Each account has its own, which no other account can see. */
export const draftKeyOf = (userId: string | null): string =>
  userId === null ? draftKey : `${draftKey}:${userId}`;

/** Returns the storage key of the byline that a user, or a visitor, chose for the pitch that they are writing. */
export const bylineKeyOf = (userId: string | null): string =>
  userId === null ? 'journal-byline' : `journal-byline:${userId}`;

/** Window event that notifies the form that the draft is gone from this tab. */
export const draftForgottenEvent = 'journal:draft-forgotten';
/** Storage key set briefly to the user whose draft is put away, which notifies forms in other tabs. */
export const draftPutAwayKey = 'journal-draft-put-away';

/** Returns the storage key under which this browser records the account's draft version: see account-draft.ts. */
export const draftMarkKeyOf = (userId: string, target: string): string =>
  `journal-draft-mark:${userId}/${target}`;

/** Prefix of the storage keys of unsaved edits: see features/admin/edit-draft.ts. */
export const editDraftPrefix = 'journal-edit:';
/**
 * Returns the key prefix of edits to a user's own pitches. All other edits are the newsroom's, of other people's texts.
 */
const ownEditPrefixOf = (userId: string) => `${editDraftPrefix}${userId}/${ownEditName('')}`;
/** Returns the part of the key that names an edit of one's own pitch. */
export const ownEditName = (id: string): string => `own-pitch/${id}`;

/** Whether this browser has an edit of a user's own pitch, or of any of them if no id is given. */
export const hasOwnEdit = (userId: string, id = ''): boolean =>
  withStorage((storage) =>
    Object.keys(storage).some((key) => key.startsWith(ownEditPrefixOf(userId) + id)),
  ) ?? false;

/** Removes the newsroom's edits and, if given, this user's own. */
function removeEdits(userId?: string): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isNewsroomEdit = key.startsWith(editDraftPrefix) && !key.includes(`/${ownEditName('')}`);
      if (isNewsroomEdit || (userId && key.startsWith(ownEditPrefixOf(userId)))) storage.removeItem(key);
    }
  });
}

/** Storage key of the id of the draft that was last removed in this browser. */
export const removedDraftKey = 'journal-draft-gone';

/** Removes a user's drafts from the browser and from its forms. The copies in the account stay. */
export function forgetDraft(userId: string): void {
  // Other tabs may be notified only once the draft is gone: they must not save it again.
  withStorage((storage) => {
    const { id } = storedIn(storage, draftKeyOf(userId));
    if (typeof id === 'string') storage.setItem(removedDraftKey, id);
  });
  notifyOtherTabs(userId);
  adoptDraft(userId);
  removeDraft(userId);
  withStorage((storage) => storage.removeItem(bylineKeyOf(userId)));
  removeEdits(userId);
  withStorage((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(draftMarkKeyOf(userId, ''))) storage.removeItem(key);
  });
  dispatchEvent(new Event(draftForgottenEvent));
}

export function removeDraft(userId: string | null): void {
  withStorage((storage) => storage.removeItem(draftKeyOf(userId)));
}

/** Returns whether the browser has a draft of this user, or one without an owner. */
export function hasDraftOf(userId: string): boolean {
  const holds = (owner: string | null) => withStorage((storage) => textsOf(storage, draftKeyOf(owner)));
  return Boolean(holds(userId) ?? holds(null)) || hasOwnEdit(userId);
}

/** Returns whether the account has everything that this browser keeps for a user, as far as this browser knows. */
export function isDraftSaved(userId: string): boolean {
  const isSaved = (storage: Storage, target: string) =>
    (JSON.parse(storage.getItem(draftMarkKeyOf(userId, target)) ?? 'null') as { typed?: unknown } | null)
      ?.typed === 'no';
  const saved = withStorage((storage) => {
    const edits = Object.keys(storage).filter((key) => key.startsWith(ownEditPrefixOf(userId)));
    const pitch = storedIn(storage, draftKeyOf(userId));
    // Texts that were set aside, and a visitor's that nobody has adopted yet, are only in this browser.
    const isOnlyHere = Boolean(pitch.aside?.length || textsOf(storage, draftKey));
    const isPitchSaved = !isOnlyHere && (pitch.texts === undefined || isSaved(storage, 'new-pitch'));
    const idOf = (key: string) => key.slice(ownEditPrefixOf(userId).length);
    return isPitchSaved && edits.every((key) => isSaved(storage, `pitch-${idOf(key)}`));
  });
  return saved ?? false;
}

/** Hides a user's drafts from the next user of the browser until the owner signs in again. */
export function putDraftAway(userId: string): void {
  removeEdits();
  adoptDraft(userId);
  notifyOtherTabs(userId);
  dispatchEvent(new Event(draftForgottenEvent));
}

function notifyOtherTabs(userId: string): void {
  withStorage((storage) => {
    storage.setItem(draftPutAwayKey, userId);
    storage.removeItem(draftPutAwayKey);
  });
}

/** `owner`: earlier versions stored a user's draft under the visitor's key, with this field. */
type Stored = {
  readonly id?: unknown;
  readonly texts?: unknown;
  readonly aside?: readonly unknown[];
  readonly owner?: string | null;
};

const storedIn = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? '{}') as Stored;
const textsOf = (storage: Storage, key: string) => storedIn(storage, key).texts;

/**
 * Moves a visitor's draft to a user, or to its owner if it has one. A draft that they already have is kept beside it.
 */
export function adoptDraft(userId: string): void {
  withStorage((storage) => {
    const { owner, ...visitors } = storedIn(storage, draftKey);
    if (!visitors.texts) return;
    const key = draftKeyOf(owner ?? userId);
    const own = storedIn(storage, key);
    // With the byline that was chosen for it.
    const byline = JSON.parse(storage.getItem(bylineKeyOf(owner ?? userId)) ?? '{}') as object;
    const ownTexts = own.texts ? [{ ...Object(own.texts), ...byline }] : [];
    const aside = [visitors.aside ?? [], ownTexts, own.aside ?? []].flat();
    storage.setItem(key, JSON.stringify({ ...visitors, aside }));
    storage.removeItem(draftKey);
  });
}
