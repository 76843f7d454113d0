import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { NewsroomHead } from '../../../features/admin/NewsroomHead.tsx';
import { MailFindings } from '../../../features/mailing/MailFindings.tsx';

export default function Page() {
  return (
    <AdminOnly title="Sending Mail" needs="admin">
      <div className="page newsroom">
        <NewsroomHead
          title="Sending Mail"
          lead="Whether mail providers will accept what the journal sends, and what to change if they will not."
        />
        <MailFindings />
      </div>
    </AdminOnly>
  );
}
