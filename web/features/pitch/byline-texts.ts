import {
  type Byline,
  bylineNames,
  bylineOf,
  type FieldError,
  isReservedName,
  type SessionUser,
  wholeByline,
} from '@journal/contracts';
import { withStorage } from '../../data/browser-storage.ts';
import { bylineKeyOf } from '../../data/forget-draft.ts';

/** How a byline is chosen in a form. */
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

/** Returns what is chosen in the values of a form; the usual byline where nothing is. */
export function bylineTextsIn(values: Readonly<Record<string, unknown>>): BylineTexts {
  const { bylineName, penName = '', showAge, showSchool } = values;
  const name = bylineNames.find((each) => each === bylineName);
  if (name === undefined) return textsOfByline(wholeByline);
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

export const isWhole = (byline: Byline): boolean =>
  byline.name === wholeByline.name && byline.showAge && byline.showSchool;

/** Returns what is wrong with the pen name of a choice. */
export function bylineErrors({ name, penName }: Byline): FieldError[] {
  if (name !== 'pen') return [];
  if (!penName) return [{ path: 'penName', message: 'Pen name is required' }];
  return isReservedName(penName) ? [{ path: 'penName', message: 'Please choose another pen name' }] : [];
}

type Typed = { readonly fullName: string; readonly age: string; readonly school: string };

/** Returns what readers see of a writer, in one line. */
export function bylineLine({ fullName, age, school }: Typed, byline: Byline): string {
  const writer = { fullName: fullName.trim() || 'Your name', age: age === '' ? null : Number(age), school };
  const shown = bylineOf(writer, byline);
  const name = byline.name === 'pen' && !byline.penName ? 'Your pen name' : shown.authorName;
  return [name, shown.authorAge, shown.authorSchool?.trim()].filter(Boolean).join(', ');
}

/** Returns what a user has chosen for the pitch that they write in this tab; undefined where they have not. */
export function keptByline(user: SessionUser): BylineTexts | undefined {
  return withStorage((storage) => {
    const kept = JSON.parse(storage.getItem(bylineKeyOf(user.id)) ?? 'null') as BylineTexts | null;
    return kept && bylineNames.includes(kept.bylineName) ? kept : undefined;
  }, 'sessionStorage');
}

/** Keeps it until the pitch is sent, or the user signs out. */
export function keepByline(user: SessionUser, texts: BylineTexts): void {
  withStorage((storage) => {
    if (isWhole(bylineIn(texts))) storage.removeItem(bylineKeyOf(user.id));
    else storage.setItem(bylineKeyOf(user.id), JSON.stringify(textsOfByline(bylineIn(texts))));
  }, 'sessionStorage');
}
