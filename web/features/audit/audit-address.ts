import {
  type AuditFilters,
  AuditQuery,
  auditEntities,
  auditKinds,
  eventDescriptions,
  eventSubjects,
  type FieldError,
} from '@journal/contracts';
import { withQuery } from '../../data/api.ts';
import { checkFields } from '../../ui/form/check-fields.ts';

/** Kinds of events to choose from: all events of each kind of entity, and single ones. */
export const kindChoices = auditEntities.map((entity) => ({
  name: eventSubjects[entity].group,
  choices: [
    { value: auditKinds[entity].join(','), name: `${eventSubjects[entity].group}: everything` },
    ...auditKinds[entity].map((kind) => ({ value: kind as string, name: eventDescriptions[kind].audit })),
  ],
}));

type AuditParams = {
  readonly filter: AuditFilters;
  readonly before: string | undefined;
  readonly given: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
};

const names = ['q', 'words', 'kind', 'from', 'to', 'person', 'before'] as const;
const kinds: ReadonlySet<string> = new Set(
  kindChoices.flatMap(({ choices }) => choices.map(({ value }) => value)),
);

/** Returns the audit filter in a URL. Invalid values are left out and reported. */
export function auditIn(search: Readonly<Record<string, string>>): AuditParams {
  const given = Object.fromEntries(
    names.map((name) => [name, search[name]?.trim() ?? '']).filter(([, value]) => value !== ''),
  ) as Record<string, string>;
  if (!kinds.has(given.kind ?? '')) delete given.kind;
  const errors = checkFields(AuditQuery, given);
  const { from = '', to = '' } = given;
  if (errors.length === 0 && to !== '' && from > to)
    errors.push({ path: 'to', message: 'To must not be before From' });
  const { before, ...filter } = { ...given };
  for (const { path } of errors) delete filter[path];
  const isCursor = !errors.some(({ path }) => path === 'before');
  return { filter, before: isCursor ? before : undefined, given, errors };
}

export const auditPath = '/admin/audit';

export const auditHref = (filter: AuditFilters & { before?: string }): string => withQuery(auditPath, filter);
