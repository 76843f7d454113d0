import type { AuditEntry, AuditFilters } from '@journal/contracts';
import { audit } from '../../data/audit.queries.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { NothingOlder } from '../../ui/list/NothingOlder.tsx';
import { usePages } from '../../ui/list/use-pages.ts';
import { actorWords } from '../history/actor-words.ts';
import { AuditItem } from './AuditItem.tsx';
import { auditHref, auditPath } from './audit-address.ts';

type AuditListProps = { filter: AuditFilters; before: string | undefined };

/** The entries that the filter lets through, newest first. */
export function AuditList({ filter, before }: AuditListProps) {
  const { pages, ...more } = usePages(audit(filter, before));
  const entries = pages.flatMap(({ rows }) => rows);
  const last = entries.at(-1);
  return (
    <>
      {filter.person ? <OnePerson filter={filter} person={filter.person} entries={entries} /> : null}
      {last ? (
        <ul className="audit">
          {entries.map((entry) => (
            <AuditItem key={entry.position} entry={entry} filter={filter} />
          ))}
        </ul>
      ) : (
        <Nothing filter={filter} before={before} />
      )}
      <LoadMore
        more={more}
        count={entries.length}
        href={last && pages.at(-1)?.next ? auditHref({ ...filter, before: last.position }) : undefined}
        label="Load Older Entries"
        one="entry"
        many="entries"
      />
    </>
  );
}

type OnePersonProps = { filter: AuditFilters; person: string; entries: readonly AuditEntry[] };

function OnePerson({ filter, person, entries }: OnePersonProps) {
  const { person: _, ...everybody } = filter;
  const known = entries.find(({ actor }) => actor.id === person)?.actor;
  return (
    <p className="audit-person">
      <span>
        Only what <bdi>{known ? actorWords(known) : `the account ${person}`}</bdi> did, and what happened to
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
  if (Object.keys(filter).length === 0) return <EmptyList text="Nothing has happened yet." />;
  return (
    <div className="list-state">
      <p className="list-empty">Nothing matches.</p>
      <p>
        <a className="text-link" href={auditPath} keep-scroll-position="">
          Show all
        </a>
      </p>
    </div>
  );
}
