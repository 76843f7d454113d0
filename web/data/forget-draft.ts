import { withStorage } from './browser-storage.ts';

// Apart from the rest of the draft in features/pitch: signing out is in every page, and pitching in one.

export const draftKey = 'journal-pitch-draft';
/** The event of the window by which the form learns that the draft is forgotten, in this tab. */
export const draftForgotten = 'journal:draft-forgotten';

/** What the keys of the newsroom's drafts begin with: see features/admin/edit-draft.ts. */
export const editDraftPrefix = 'journal-edit:';

/** Removes the newsroom's drafts from the browser: they are of other people's texts. */
function removeEditDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(editDraftPrefix)) storage.removeItem(key);
  });
}

/** Removes a user's drafts from the browser and from the form. */
export function forgetDraft(userId: string): void {
  removeDraft();
  removeEditDrafts();
  withStorage((storage) => storage.removeItem(awayKey(userId)));
  dispatchEvent(new Event(draftForgotten));
}

export function removeDraft(): void {
  withStorage((storage) => storage.removeItem(draftKey));
}

/** Returns whether the browser holds a draft of this user, or one that has no owner yet. */
export function holdsDraftOf(userId: string): boolean {
  const owner = withStorage(ownerOfDraft);
  return owner === null || owner === userId;
}

/** Hides the draft of a pitch from whoever comes next until its owner, or else this user, signs in again. */
export function putDraftAway(userId: string): void {
  removeEditDrafts();
  moveDraft(draftKey, awayKey(withStorage(ownerOfDraft) ?? userId));
  dispatchEvent(new Event(draftForgotten));
}

/** Where the draft of a user is while somebody else uses the browser. */
export const awayKey = (userId: string): string => `${draftKey}:${userId}`;

/** Moves what is stored, if anything is; where it can't be stored again it stays. */
export function moveDraft(from: string, to: string): void {
  withStorage((storage) => {
    const draft = storage.getItem(from);
    if (draft === null) return;
    storage.setItem(to, draft);
    storage.removeItem(from);
  });
}

/** Returns who wrote the draft, null where nobody was signed in; undefined where there is none. */
function ownerOfDraft(storage: Storage): string | null | undefined {
  const draft = JSON.parse(storage.getItem(draftKey) ?? '{}') as { texts?: unknown; owner?: string | null };
  return draft.texts ? (draft.owner ?? null) : undefined;
}
