// Apart from the rest of the draft: signing out is in every page, and pitching in one.

/** Where the browser stores the draft of a pitch. */
export const draftKey = 'journal-pitch-draft';
const listeners = new Set<() => void>();

/** Removes the draft from the browser and from the form, when its writer signs out. */
export function forgetDraft(): void {
  removeDraft();
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the draft is forgotten in this tab; returns a function that stops. */
export function onForgetDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function removeDraft(): void {
  try {
    localStorage.removeItem(draftKey);
  } catch {
    // Where nothing can be stored there is nothing to remove.
  }
}
