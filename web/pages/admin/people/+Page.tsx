import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { NewsroomHead } from '../../../features/admin/NewsroomHead.tsx';
import { GiveRole } from '../../../features/people/GiveRole.tsx';
import { Invitations } from '../../../features/people/Invitations.tsx';
import { NewsroomPeople } from '../../../features/people/NewsroomPeople.tsx';

export default function Page() {
  return (
    <AdminOnly title="People" needs="admin">
      <div className="page newsroom">
        <NewsroomHead title="People" lead="Who works in the newsroom, and as what." />
        <NewsroomPeople />
        <GiveRole />
        <Invitations />
      </div>
    </AdminOnly>
  );
}
