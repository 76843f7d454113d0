import { AdminOnly } from '../../../features/admin/AdminOnly.tsx';
import { Concerns } from '../../../features/admin/Concerns.tsx';
import { NewsroomHead } from '../../../features/admin/NewsroomHead.tsx';

export default function Page() {
  return (
    <AdminOnly title="Concerns" needs="read-concerns">
      <div className="page newsroom">
        <NewsroomHead
          title="Concerns"
          lead="What worries writers and others, newest first. Answer them in person or by mail, not here."
        />
        <Concerns />
      </div>
    </AdminOnly>
  );
}
