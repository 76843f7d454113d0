import { usePageContext } from 'vike-react/usePageContext';
import { AdminOnly } from '../../../../../features/admin/AdminOnly.tsx';
import { MailingPage } from '../../../../../features/mailing/MailingPage.tsx';

export default function Page() {
  const number = Number(usePageContext().routeParams.id);
  return (
    <AdminOnly title="Mailing" needs="edit-issues">
      <MailingPage key={number} number={number} />
    </AdminOnly>
  );
}
