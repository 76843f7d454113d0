import '../../../styles/history.css';
import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { AddAdministrator, Administrators } from '../../../features/people/Administrators.tsx';

export default function Page() {
  return (
    <AdminOnly title="People">
      <div className="page history">
        <header className="history-head">
          <p className="history-ways">
            <a className="text-link" href="/admin">
              Admin Panel
            </a>
          </p>
          <h1>People</h1>
          <p className="history-state">
            Administrators read every pitch, publish, and make others administrators.
          </p>
        </header>
        <Administrators />
        <AddAdministrator />
      </div>
    </AdminOnly>
  );
}
