import { auditEntities, auditKinds } from '@journal/contracts';
import { auditGroups, auditWords } from './audit-words.ts';

/** The kinds of events to choose from: those about each kind of thing, together and one by one. */
export const kindChoices = auditEntities.map((entity) => ({
  name: auditGroups[entity],
  choices: [
    { value: auditKinds[entity].join(','), name: `${auditGroups[entity]}: everything` },
    ...auditKinds[entity].map((kind) => ({ value: kind as string, name: auditWords[kind] })),
  ],
}));
