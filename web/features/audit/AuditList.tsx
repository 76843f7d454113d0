import { type AuditEntry, type AuditFilters, eventDescriptions, formerContributor } from '@journal/contracts';
import { audit, historyHref } from '../../data/newsroom.api.ts';
import { EmptyList, NothingMatches, NothingOlder } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { versionHref } from '../history/history-page.ts';
import {
  actorName,
  entryText,
  fieldList,
  isPerson,
  Moment,
  OppositeLink,
} from '../history/history-texts.tsx';
import { auditHref, auditPath } from './audit-address.ts';

type AuditListProps = { filter: AuditFilters; before: string | undefined };

export function AuditList({ filter, before }: AuditListProps) {
  return (
    <PagedList
      key={JSON.stringify([filter, before])}
      query={audit(filter, before)}
      loading="Loading the audit..."
      hrefOf={(_, last) => auditHref({ ...filter, before: last.position })}
      label="Load Older Entries"
      one="entry"
      many="entries"
    >
      {(entries) => (
        <>
          {filter.person ? <OnePerson filter={filter} person={filter.person} entries={entries} /> : null}
          {entries.length === 0 ? (
            <Nothing filter={filter} before={before} />
          ) : (
            <ul className="audit">
              {entries.map((entry) => (
                <AuditItem key={entry.position} entry={entry} filter={filter} />
              ))}
            </ul>
          )}
        </>
      )}
    </PagedList>
  );
}

type OnePersonProps = { filter: AuditFilters; person: string; entries: readonly AuditEntry[] };

function OnePerson({ filter, person, entries }: OnePersonProps) {
  const { person: _, ...everybody } = filter;
  const known = entries.find(({ actor }) => actor.id === person)?.actor;
  return (
    <p className="newsroom-part">
      <span>
        Only what <bdi>{known ? actorName(known) : `the account ${person}`}</bdi> did, and what happened to
        that account.
      </span>
      <a className="text-link" href={auditHref(everybody)} keep-scroll-position="">
        Show everybody
      </a>
    </p>
  );
}

function Nothing({ filter, before }: AuditListProps) {
  if (before !== undefined) return <NothingOlder newestHref={auditHref(filter)} />;
  if (Object.keys(filter).length === 0)
    return (
      <EmptyList
        text="Nothing has happened yet."
        hint="From now on, everything anybody does here is recorded."
        picture={{ section: 'view', cover: 'eye' }}
      />
    );
  return <NothingMatches allHref={auditPath} />;
}

type AuditItemProps = { entry: AuditEntry; filter: AuditFilters };

/** One audit entry. The actor's name links to that person's entries, a title to the piece's history. */
function AuditItem({ entry, filter }: AuditItemProps) {
  const { at, actor, kind, changed, opposite } = entry;
  return (
    <li className="audit-entry">
      <p className="audit-when">
        <Moment at={at} />
      </p>
      <p className="audit-who" dir="auto">
        {isPerson(actor) ? (
          <PersonLink id={actor.id} name={actorName(actor)} filter={filter} />
        ) : (
          actorName(actor)
        )}
      </p>
      <div className="audit-what">
        <p>{entryText(entry)}</p>
        <Subject entry={entry} filter={filter} />
        {opposite ? (
          <p className="audit-fields">
            Opposite: <OppositeLink opposite={opposite} />
          </p>
        ) : null}
        {kind.endsWith('Edited') && changed.length > 0 ? (
          <p className="audit-fields">Changed: {fieldList(changed)}</p>
        ) : null}
      </div>
    </li>
  );
}

const pieces = {
  article: ['Article', 'articles'],
  submission: ['Pitch', 'submissions'],
  issue: ['Issue', 'issues'],
  page: ['Page', 'pages'],
} as const;

/** Whether the event created a version of the piece; a comment on a pitch doesn't. */
const isVersion = (kind: AuditEntry['kind']) => 'history' in eventDescriptions[kind];

/** The subject of the entry, unless it is the actor. */
function Subject({ entry, filter }: AuditItemProps) {
  const { entity, title, actor, revision } = entry;
  const { type, id } = entity;
  if (
    type === 'newsletter' ||
    type === 'invitation' ||
    type === 'concern' ||
    (type === 'user' && id === actor.id)
  )
    return null;
  if (id === null) return <p className="audit-fields">No known account</p>;
  if (type === 'user')
    return (
      <p className="audit-subject" dir="auto">
        <PersonLink id={id} name={title ?? formerContributor} filter={filter} />
      </p>
    );
  if (type === 'mailing')
    return (
      <p className="audit-subject">
        <a className="audit-link" href={`/admin/issues/${Number.parseInt(id, 10)}/mailing`}>
          {title}
        </a>
      </p>
    );
  const [name, kind] = pieces[type];
  const piece = { kind, id };
  return (
    <p className="audit-subject" dir="auto">
      <a
        className="audit-link"
        href={isVersion(entry.kind) ? versionHref(revision, historyHref(piece)) : historyHref(piece)}
      >
        {title ?? `${name} ${id} (title erased)`}
      </a>
    </p>
  );
}

function PersonLink({ id, name, filter }: { id: string; name: string; filter: AuditFilters }) {
  return (
    <a className="audit-link" href={auditHref({ ...filter, person: id })} keep-scroll-position="">
      {name}
      <span className="sr-only">: show only this person</span>
    </a>
  );
}
