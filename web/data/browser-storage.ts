/** Returns what `use` makes of the browser's storage; undefined where it throws, as where storage is blocked or full. */
export function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

// Apart from the rest of the draft: signing out is in every page, and pitching in one.

export const draftKey = 'journal-pitch-draft';
/** The event of the window by which the form learns that the draft is forgotten, in this tab. */
export const draftForgotten = 'journal:draft-forgotten';

/** Removes the draft from the browser and from the form, when its writer signs out. */
export function forgetDraft(): void {
  removeDraft();
  dispatchEvent(new Event(draftForgotten));
}

export function removeDraft(): void {
  withStorage((storage) => storage.removeItem(draftKey));
}
