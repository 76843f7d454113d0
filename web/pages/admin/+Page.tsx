import { useSession } from '../../data/use-api.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { AccessDenied } from '../../features/admin/AdminOnly.tsx';
import { AdminPanel } from '../../features/admin/AdminPanel.tsx';
import { unsavedForms } from '../../features/admin/PieceForm.tsx';

/** A user who lost admin rights keeps unsaved forms, and sees nothing else of the newsroom. */
export default function Page() {
  const user = useSession();
  const unsaved = unsavedForms.use() > 0;
  if (user?.isAdmin || unsaved) return <AdminPanel closed={!user?.isAdmin} />;
  if (user !== undefined) return <AccessDenied />;
  return (
    <AccountCard title="Admin Panel" seed={1043}>
      <p role="status">Loading...</p>
    </AccountCard>
  );
}
