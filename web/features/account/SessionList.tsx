import type { OwnSession } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { apiClient, failureMessage, queryOf } from '../../data/api.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { longDate } from '../article/article-format.ts';
import { daysAgo } from './days-ago.ts';

const sessions = queryOf('GET /api/me/sessions');

/** The user's sessions, with actions to end them. */
export function SessionList() {
  return (
    <ReadBoundary query={sessions} loading={null} failed={() => null}>
      {(all) => <Sessions all={all} />}
    </ReadBoundary>
  );
}

const nameOf = ({ device }: OwnSession) => device ?? 'A browser that we don’t know';

function Sessions({ all }: { all: readonly OwnSession[] }) {
  const client = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const hasOthers = all.some(({ isCurrent }) => !isCurrent);
  const isListed = all.some(({ isCurrent }) => isCurrent);

  async function end(request: () => Promise<unknown>, done: string) {
    if (isEnding) return;
    setEnding(true);
    try {
      await request();
      // The button that was pressed is about to disappear.
      title.current?.focus();
      showToast({ title: done });
    } catch (error) {
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'The session could not be ended.', text, variant: 'destructive' });
    }
    setEnding(false);
    await client.invalidateQueries({ queryKey: [sessions.path] });
  }
  const endOne = (session: OwnSession) =>
    end(
      () => apiClient.request('DELETE /api/me/sessions/:sessionId', { params: { sessionId: session.id } }),
      `${nameOf(session)} is signed out.`,
    );
  const endOthers = () =>
    end(() => apiClient.request('DELETE /api/me/sessions'), 'You are signed out everywhere else.');

  return (
    <section className="profile-data" aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={title} tabIndex={-1}>
        Where you are signed in
      </h2>
      <p>
        If there is one you do not recognize, end it and change your password. Sessions end automatically 14
        days after the last visit, so older ones may already have ended.
      </p>
      <ul className="profile-sessions">
        {all.map((session) => (
          <li key={session.id}>
            <p>
              <b>{nameOf(session)}</b>
              {session.isCurrent ? ', this one' : null}
              <time dateTime={session.startedAt} title={longDate(session.startedAt)} suppressHydrationWarning>
                Signed in {daysAgo(session.startedAt)}
              </time>
            </p>
            {session.isCurrent ? null : (
              <button
                type="button"
                className="button"
                aria-label={`End ${nameOf(session)}, signed in ${daysAgo(session.startedAt)}`}
                aria-disabled={isEnding || undefined}
                onClick={() => void endOne(session)}
              >
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      {isListed ? null : <p>You signed in here before we kept this list, so this session is not shown.</p>}
      {hasOthers || !isListed ? (
        <div className="profile-actions">
          <button
            type="button"
            className="button"
            aria-disabled={isEnding || undefined}
            onClick={() => void endOthers()}
          >
            End all others
          </button>
        </div>
      ) : null}
    </section>
  );
}
