import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { IssueDesk } from '../../../features/composing/IssueDesk.tsx';

export default function Page() {
  return (
    <AdminOnly title="Issues" needs="edit-issues">
      <IssueDesk />
    </AdminOnly>
  );
}
