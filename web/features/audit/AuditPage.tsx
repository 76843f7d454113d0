import '../../styles/history.css';
import { usePageContext } from 'vike-react/usePageContext';
import { audit, auditFile } from '../../data/audit.queries.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { AdminOnly } from '../admin/panel/AdminOnly.tsx';
import { AuditFilter } from './AuditFilter.tsx';
import { AuditList } from './AuditList.tsx';
import { auditIn } from './audit-address.ts';

/** Who did what in the whole journal, newest first. */
export function AuditPage() {
  return (
    <AdminOnly title="Audit">
      <Audit />
    </AdminOnly>
  );
}

function Audit() {
  const { filter, before, given, faults } = auditIn(usePageContext().urlParsed.search);
  return (
    <div className="page history">
      <header className="history-head">
        <p className="history-ways">
          <a className="text-link" href="/admin">
            Admin Panel
          </a>
        </p>
        <h1>Audit</h1>
        <p className="history-state">Who did what, newest first. Days and times are those of UTC.</p>
      </header>
      <AuditFilter given={given} faults={faults} />
      <p className="audit-export">
        <a className="button" href={auditFile(filter)} rel="external" download="journal-audit.csv">
          Export as CSV
        </a>
      </p>
      <ListBoundary query={audit(filter, before)} loading="Loading the audit...">
        <AuditList key={JSON.stringify([filter, before])} filter={filter} before={before} />
      </ListBoundary>
    </div>
  );
}
