import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { NewsroomHead } from '../../../features/admin/NewsroomHead.tsx';
import { AddAdministrator, Administrators } from '../../../features/people/Administrators.tsx';

export default function Page() {
  return (
    <AdminOnly title="People">
      <div className="page newsroom">
        <NewsroomHead
          title="People"
          lead="Administrators read every pitch, publish, and make others administrators."
        />
        <Administrators />
        <AddAdministrator />
      </div>
    </AdminOnly>
  );
}
