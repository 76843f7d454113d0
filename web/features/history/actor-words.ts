import { formerContributor, type HistoryActor } from '@journal/contracts';

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
