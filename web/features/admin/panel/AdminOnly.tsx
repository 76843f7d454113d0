import type { ReactNode } from 'react';
import { useSession } from '../../../data/use-session.ts';
import { newsroomTopics } from '../../../live/newsroom-topics.ts';
import { alsoTouch } from '../../../live/topics.ts';
import { AccountCard } from '../../account/AccountCard.tsx';
import { AccessDenied } from './AccessDenied.tsx';

alsoTouch(newsroomTopics);

/** A page of the newsroom, kept up to date; everybody but administrators reads that it is closed to them. */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const user = useSession();
  if (user?.isAdmin) return children;
  if (user !== undefined) return <AccessDenied />;
  return (
    <AccountCard title={title} seed={1043}>
      <p role="status">Loading...</p>
    </AccountCard>
  );
}
