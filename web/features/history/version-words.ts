import { eventWords, formerContributor, type HistoryActor, type HistoryVersion } from '@journal/contracts';

import { fieldList } from './field-words.ts';

const words: Readonly<Record<string, { stream: string; history?: string }>> = eventWords;

/** How people count versions: the first is 1. */
export const versionNumber = (revision: number): number => revision + 1;

/** What happened, in a few words: `Edited: title, excerpt`. */
export function versionWords({ event, changed, restoredRevision }: VersionFacts): string {
  const what = words[event]?.history ?? event;
  if (restoredRevision !== null) return `Restored version ${versionNumber(restoredRevision)}`;
  return what === 'Edited' && changed.length > 0 ? `${what}: ${fieldList(changed)}` : what;
}

type VersionFacts = Pick<HistoryVersion, 'event' | 'changed' | 'restoredRevision'>;

const nameless: Readonly<Record<string, string>> = {
  visitor: 'A visitor',
  service: 'A program',
  system: 'The journal itself',
  writer: formerContributor,
  admin: 'Former administrator',
};

/** Who did something, by name; what they are where they have none, as programs and the forgotten. */
export const actorWords = ({ name, role }: HistoryActor): string =>
  name ?? nameless[role] ?? formerContributor;

/** Whether it was a person with an account, be it forgotten. */
export const isPerson = ({ role }: HistoryActor): boolean => role === 'writer' || role === 'admin';
