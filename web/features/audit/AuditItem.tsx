import { type AuditEntry, type AuditFilters, formerContributor } from '@journal/contracts';
import { actorWords, isPerson } from '../history/actor-words.ts';
import { fieldList } from '../history/field-words.ts';
import { Moment } from '../history/Moment.tsx';
import { historyHref, versionHref } from '../history/piece.ts';
import { auditHref } from './audit-address.ts';
import { entryWords } from './audit-words.ts';

type AuditItemProps = { entry: AuditEntry; filter: AuditFilters };

/** One thing that somebody did. A name narrows the audit to that person, a title leads to the history. */
export function AuditItem({ entry, filter }: AuditItemProps) {
  const { at, actor, kind, changed } = entry;
  return (
    <li className="audit-entry">
      <p className="audit-when">
        <Moment at={at} />
      </p>
      <p className="audit-who" dir="auto">
        {isPerson(actor) ? (
          <PersonLink id={actor.id} name={actorWords(actor)} filter={filter} />
        ) : (
          actorWords(actor)
        )}
      </p>
      <div className="audit-what">
        <p>{entryWords(entry)}</p>
        <Subject entry={entry} filter={filter} />
        {kind.endsWith('Edited') && changed.length > 0 ? (
          <p className="audit-fields">Changed: {fieldList(changed)}</p>
        ) : null}
      </div>
    </li>
  );
}

/** What it was done to, where that is not who did it. */
function Subject({ entry: { entity, title, actor, revision }, filter }: AuditItemProps) {
  const { type, id } = entity;
  if (type === 'newsletter' || (type === 'user' && id === actor.id)) return null;
  if (id === null) return <p className="audit-fields">No known account</p>;
  if (type === 'user')
    return (
      <p className="audit-subject" dir="auto">
        <PersonLink id={id} name={title ?? formerContributor} filter={filter} />
      </p>
    );
  const name = type === 'article' ? `Article ${id}` : `Pitch ${id}`;
  const piece = { kind: type === 'article' ? 'articles' : 'submissions', id } as const;
  return (
    <p className="audit-subject" dir="auto">
      <a className="audit-link" href={versionHref(revision, historyHref(piece))}>
        {title ?? `${name} (title erased)`}
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
