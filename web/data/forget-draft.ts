import { withStorage } from './browser-storage.ts';

// Apart from the rest of the draft in features/pitch: signing out is in every page, and pitching in one.

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
