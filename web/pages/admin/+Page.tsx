import { useAtomValue } from 'jotai';
import { useSession } from '../../data/use-api.ts';
import { AdminOnly } from '../../features/admin/AdminOnly.tsx';
import { AdminPanel } from '../../features/admin/AdminPanel.tsx';
import { unsavedAtom } from '../../features/admin/PanelForm.tsx';

/** A user who lost admin rights keeps unsaved forms, and sees nothing else of the newsroom. */
export default function Page() {
  const user = useSession();
  return (
    <AdminOnly title="Admin Panel" staysOpen={useAtomValue(unsavedAtom) > 0}>
      <AdminPanel closed={!user?.isAdmin} />
    </AdminOnly>
  );
}
