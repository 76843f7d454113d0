import {
  type Byline,
  bylineNames,
  bylineOf,
  defaultByline,
  type FieldError,
  isReservedName,
} from '@journal/contracts';
import { withStorage } from '../../data/browser-storage.ts';
import { bylineKeyOf, draftForgottenEvent, draftPutAwayKey } from '../../data/forget-draft.ts';
import type { TypedValues } from './use-typed.ts';

/** The values of the byline fields in a form. */
export type BylineTexts = {
  bylineName: Byline['name'];
  penName: string;
  showAge: boolean;
  showSchool: boolean;
};

export const textsOfByline = ({ name, penName, showAge, showSchool }: Byline): BylineTexts => ({
  bylineName: name,
  penName: penName ?? '',
  showAge,
  showSchool,
});

const usual = textsOfByline(defaultByline);

/** Returns the byline in the values of a form, or the default byline if none is chosen. */
export function bylineTextsIn(values: Readonly<Record<string, unknown>>): BylineTexts {
  const { bylineName, penName = '', showAge, showSchool } = values;
  const name = bylineNames.find((each) => each === bylineName);
  if (name === undefined) return usual;
  return {
    bylineName: name,
    penName: String(penName),
    showAge: showAge === true,
    showSchool: showSchool === true,
  };
}

export function bylineIn({ bylineName: name, penName, showAge, showSchool }: BylineTexts): Byline {
  return { name, penName: name === 'pen' ? penName.trim() : null, showAge, showSchool };
}

export const isFullByline = (byline: Byline): boolean =>
  byline.name === defaultByline.name && byline.showAge && byline.showSchool;

/** Returns the errors of a chosen pen name. */
export function bylineErrors({ name, penName }: Byline): FieldError[] {
  if (name !== 'pen') return [];
  if (!penName) return [{ path: 'penName', message: 'Pen name is required' }];
  return isReservedName(penName) ? [{ path: 'penName', message: 'Please choose another pen name' }] : [];
}

type Typed = { readonly fullName: string; readonly age: string; readonly school: string };

/** Returns the byline as readers see it, in one line. */
export function bylineLine({ fullName, age, school }: Typed, byline: Byline): string {
  const writer = { fullName: fullName.trim() || 'Your name', age: age === '' ? null : Number(age), school };
  const shown = bylineOf(writer, byline);
  const name = byline.name === 'pen' && !byline.penName ? 'Your pen name' : shown.authorName;
  return [name, shown.authorAge, shown.authorSchool?.trim()].filter(Boolean).join(', ');
}

/** Returns the byline other than the full one that a user, or a visitor, has chosen for the pitch being written. */
export function keptByline(userId: string | null): BylineTexts | undefined {
  return withStorage((storage) => {
    const kept = JSON.parse(storage.getItem(bylineKeyOf(userId)) ?? 'null') as BylineTexts | null;
    const isChosen = kept && bylineNames.includes(kept.bylineName) && !isFullByline(bylineIn(kept));
    return isChosen ? kept : undefined;
  });
}

/** Stores the byline that a user, or a visitor, has chosen for the pitch being written in this browser. */
export function setByline(userId: string | null, texts: BylineTexts): void {
  const byline = bylineIn(texts);
  withStorage((storage) => {
    const key = bylineKeyOf(userId);
    // Other tabs follow a choice of the full byline, but not a removal, by which the draft was forgotten.
    if (isFullByline(byline) && storage.getItem(key) === null) return;
    storage.setItem(key, JSON.stringify(textsOfByline(byline)));
  });
}

/** Moves a visitor's byline, along with their text, to the user who signs in. */
function adoptByline(userId: string): void {
  const visitors = keptByline(null);
  if (!visitors) return;
  setByline(userId, visitors);
  withStorage((storage) => storage.removeItem(bylineKeyOf(null)));
}

type BylineForm = TypedValues<BylineTexts> & { put(texts: BylineTexts): void };

/** The owner of the text in the form, null for a visitor, and the one before, if the form has had any. */
type TextOwner = { readonly userId: string | null; readonly before: string | null | undefined };

/**
 * Shows the byline that a user, or a visitor, has chosen for the pitch being written, and keeps it in this browser as
 * long as its draft: if the choice were lost, they would be named in full. Returns a function that stops this.
 */
export function keepByline({ userId, before }: TextOwner, form: BylineForm): () => void {
  const end = new AbortController();
  const { signal } = end;
  const show = (texts: BylineTexts | undefined) => form.put({ ...form.get(), ...texts });
  if (userId !== null) adoptByline(userId);
  const isOfOtherUser = typeof before === 'string' && before !== userId;
  const kept = keptByline(userId);
  show(kept ?? (isOfOtherUser ? usual : undefined));
  // Chosen before hydration.
  if (!kept) setByline(userId, form.get());
  const stop = form.follow((texts) => setByline(userId, texts));
  const forget = () => {
    stop();
    show(usual);
  };
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === bylineKeyOf(userId) && newValue !== null) show(keptByline(userId) ?? usual);
    if (key === draftPutAwayKey && newValue !== null && newValue === userId) forget();
  };
  // Runs before the texts are removed: emptying the form is not a choice of byline.
  addEventListener(draftForgottenEvent, forget, { signal, capture: true });
  addEventListener('storage', onStorage, { signal, capture: true });
  return () => {
    stop();
    end.abort();
  };
}
