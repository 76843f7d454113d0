import {
  type AuditEntry,
  articleFields,
  eventDescriptions,
  type Field,
  formerContributor,
  type HistoryActor,
  type HistoryVersion,
  type HistoryVersionText,
  issueFields,
  type Opposite,
  pageFields,
  roles,
  submissionFields,
} from '@journal/contracts';
import { historyHref } from '../../data/newsroom.api.ts';
import { coverName } from '../../ui/artwork/cover-names.ts';
import { sectionNames } from '../section/section-marks.ts';

type Value = HistoryVersionText['fields'][string];

const fields: Readonly<Record<string, Field>> = {
  ...issueFields,
  ...articleFields,
  ...submissionFields,
  ...pageFields,
};

/** Names of changes in a version that are not fields. */
const others: Readonly<Record<string, string>> = { pieces: 'Pieces' };

export const fieldLabel = (field: string): string => fields[field]?.label ?? others[field] ?? field;

const order = Object.keys(fields);
const placeOf = (field: string): number => (field in fields ? order.indexOf(field) : order.length);

/** Returns field names for use in a sentence, in the order of the form: `title, excerpt`. */
export const fieldList = (fields: readonly string[]): string =>
  [...fields]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((field) => fieldLabel(field).toLowerCase())
    .join(', ');

/** Whether a field's text has paragraphs. */
export const isLongText = (field: string): boolean => fields[field]?.isBulk === true;

/** Returns a field's value in readable form; null if it is erased or was never filled in. */
export function valueText(field: string, value: Value): string | null {
  if (value === null || value === '') return null;
  if (field === 'featured') return String(value) === '1' ? 'Yes' : 'No';
  if (field === 'cover') return coverName(String(value));
  if (field === 'section') return sectionNames[value as keyof typeof sectionNames] ?? String(value);
  return String(value);
}

const descriptions: Readonly<Record<string, { stream: string; history?: string }>> = eventDescriptions;

/** Returns the number of a version for display: the first is 1. */
export const versionNumber = (revision: number): number => revision + 1;

/** Returns a short text for what happened: `Edited: title, excerpt`. */
export function versionText({ event, changed, restoredRevision }: VersionFacts): string {
  const what = descriptions[event]?.history ?? event;
  if (restoredRevision !== null)
    return `Restored version ${versionNumber(restoredRevision)}: ${fieldList(changed)}`;
  return what === 'Edited' && changed.length > 0 ? `${what}: ${fieldList(changed)}` : what;
}

type VersionFacts = Pick<HistoryVersion, 'event' | 'changed' | 'restoredRevision'>;

const fallbackNames: Readonly<Record<string, string>> = {
  visitor: 'A visitor',
  service: 'A program',
  system: 'The journal itself',
  writer: formerContributor,
  admin: 'Former administrator',
  editor: 'Former editor',
  reviewer: 'Former reviewer',
  safeguarding: 'Former safeguarding contact',
};

/** Returns the actor's name, or their role if they have none, such as programs and forgotten persons. */
export const actorName = ({ name, role }: HistoryActor): string =>
  name ?? fallbackNames[role] ?? formerContributor;

/** Whether the actor was a person with an account, even if forgotten. */
export const isPerson = ({ role }: HistoryActor): boolean =>
  role === 'writer' || roles.some((each) => each === role);

/** Returns a text for an audit entry; an edit that restored an earlier text names the version. */
export function entryText({
  kind,
  entity,
  restoredRevision,
}: Pick<AuditEntry, 'kind' | 'entity' | 'restoredRevision'>): string {
  if (restoredRevision === null) return eventDescriptions[kind].audit;
  const pieces: Partial<Record<string, string>> = {
    article: 'an article',
    issue: 'an issue',
    page: 'a page',
  };
  return `Restored version ${versionNumber(restoredRevision)} of ${pieces[entity.type] ?? 'a pitch'}`;
}

/** The other article of a debate, with a link to its history. */
export const OppositeLink = ({ opposite: { id, title } }: { opposite: Opposite }) => (
  <a className="text-link" href={historyHref({ kind: 'articles', id: `${id}` })}>
    <bdi>{title ?? 'a deleted article'}</bdi>
  </a>
);

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

/** The time of an event, to the second, in UTC so that people in different time zones see the same. */
export function Moment({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} className="moment">
      {day.format(moment)} <span className="moment-time">{time.format(moment)} UTC</span>
    </time>
  );
}
