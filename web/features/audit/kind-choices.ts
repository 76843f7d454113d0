import { auditEntities, auditKinds, eventSubjects, eventWords } from '@journal/contracts';

/** The kinds of events to choose from: those about each kind of thing, together and one by one. */
export const kindChoices = auditEntities.map((entity) => ({
  name: eventSubjects[entity].group,
  choices: [
    { value: auditKinds[entity].join(','), name: `${eventSubjects[entity].group}: everything` },
    ...auditKinds[entity].map((kind) => ({ value: kind as string, name: eventWords[kind].audit })),
  ],
}));
