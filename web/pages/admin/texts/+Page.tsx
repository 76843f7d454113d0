import { useAtomValue } from 'jotai';
import { isAbleTo } from '../../../data/session.ts';
import { useSession } from '../../../data/use-api.ts';
import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { PagesPanel } from '../../../features/legal/PagesPanel.tsx';
import { unsavedAtom } from '../../../ui/dialog/unsaved.ts';

/** As in the newsroom, a user who lost admin rights keeps an unsaved form, and sees nothing else. */
export default function Page() {
  const user = useSession();
  return (
    <AdminOnly title="Pages" needs="admin" staysOpen={useAtomValue(unsavedAtom).pages !== undefined}>
      <PagesPanel closed={!isAbleTo(user, 'admin')} />
    </AdminOnly>
  );
}
