import '../../styles/mailing.css';
import type { Issue, ListedMailing } from '@journal/contracts';
import { issueForEditors, mailing, mailings } from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { issueName } from '../issue/issue-names.ts';
import { JournalTime } from '../time/JournalTime.tsx';
import { CurrentMailing } from './CurrentMailing.tsx';
import { MailPreview } from './MailPreview.tsx';
import { audienceName, mayHaveCopies, statusLabels } from './mailing-texts.ts';
import { PrepareMailing } from './PrepareMailing.tsx';

/** The mailing of an issue: its preview, its audience, and its progress. */
export function MailingPage({ number }: { number: number }) {
  const user = useSession();
  return (
    <ListBoundary query={issueForEditors(number)} loading="Loading the issue...">
      {(issue) => (
        <div className="page newsroom mailing">
          <NewsroomHead
            title={`Mailing: ${issueName(issue)}`}
            lead="Subscribers get this issue by mail, one copy each. Mail that has gone out can’t be recalled; you can test, pause and cancel."
          >
            <a className="text-link" href={`/admin/issues/${number}`}>
              Issue {number}
            </a>
            {isAbleTo(user, 'admin') ? (
              <a className="text-link" href="/admin/mail">
                Sending mail
              </a>
            ) : null}
          </NewsroomHead>
          <NeedsScripts />
          <ListBoundary query={mailings(number)} loading="Loading its mailings...">
            {(all) => <Mailings issue={issue} all={all} />}
          </ListBoundary>
          <MailPreview issue={issue} />
        </div>
      )}
    </ListBoundary>
  );
}

function Mailings({ issue, all }: { issue: Issue; all: readonly ListedMailing[] }) {
  const [newest, ...earlier] = all;
  const hasEnded = newest?.status === 'completed' || newest?.status === 'cancelled';
  return (
    <>
      {newest ? (
        <ListBoundary query={mailing(newest.id)} loading="Loading the mailing...">
          {(now) => <CurrentMailing issue={issue} mailing={now} />}
        </ListBoundary>
      ) : null}
      {newest && !hasEnded ? null : <PrepareMailing issue={issue} isFurther={mayHaveCopies(all)} />}
      {earlier.length > 0 ? (
        <section className="ruled-part" aria-labelledby="earlier">
          <h2 id="earlier">Earlier mailings</h2>
          <ul className="mailing-list">
            {earlier.map(({ id, audience, status, preparedAt, startedAt, counts, returned }) => (
              <li key={id}>
                <JournalTime at={preparedAt} />, to {audienceName(audience)}:{' '}
                {statusLabels[status].toLowerCase()}
                {status === 'cancelled' ? cancelledWhen(startedAt) : ''}
                {counts ? `, ${counts.accepted - returned} sent` : ''}
                {returned > 0 ? `, ${returned} came back` : ''}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Returns a text on whether anybody may have received a cancelled mailing. */
const cancelledWhen = (startedAt: string | null): string =>
  startedAt === null ? ' before it was started' : ' on its way: some may have it';
