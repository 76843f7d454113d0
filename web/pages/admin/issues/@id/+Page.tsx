import { useAtomValue } from 'jotai';
import { usePageContext } from 'vike-react/usePageContext';
import { isAbleTo } from '../../../../data/session.ts';
import { useSession } from '../../../../data/use-api.ts';
import { AdminOnly } from '../../../../features/admin/AdminOnly.tsx';
import { IssueComposer } from '../../../../features/composing/IssueComposer.tsx';
import { unsavedAtom } from '../../../../ui/dialog/unsaved.ts';

/** As in the newsroom, a user who lost the right keeps unsaved text, and sees nothing else. */
export default function Page() {
  const number = Number(usePageContext().routeParams.id);
  const isClosed = !isAbleTo(useSession(), 'edit-issues');
  const isTyped = Object.keys(useAtomValue(unsavedAtom)).length > 0;
  return (
    <AdminOnly title="Issues" needs="edit-issues" staysOpen={isTyped}>
      <IssueComposer key={number} number={number} closed={isClosed} />
    </AdminOnly>
  );
}
