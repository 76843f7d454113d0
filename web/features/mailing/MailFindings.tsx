import '../../styles/mailing.css';
import type { MailCheck } from '@journal/contracts';
import { mailCheck } from '../../data/newsroom.api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { JournalTime } from '../time/JournalTime.tsx';

type Finding = MailCheck['findings'][number];

const stateLabels: Readonly<Record<Finding['state'], string>> = {
  well: 'OK',
  missing: 'Problem',
  advice: 'Recommended',
  unknown: 'Not known',
};

/** The results of the mail check: problems, recommendations and passes, each with advice. */
export function MailFindings() {
  return (
    <ListBoundary query={mailCheck} loading="Loading the results...">
      {({ checkedAt, findings }) => (
        <>
          <p>
            {checkedAt ? (
              <>
                Looked up at <JournalTime at={checkedAt} />, and again every hour.
              </>
            ) : (
              'Nothing has been looked up yet: a worker does so when it starts and every hour after that.'
            )}
          </p>
          {findings.length > 0 ? (
            <ul className="mail-findings" aria-label="What was found">
              {[...findings].sort(byState).map((finding) => (
                <li key={`${finding.about} ${finding.says}`} data-state={finding.state}>
                  <p className="label">{stateLabels[finding.state]}</p>
                  <h2>{finding.about}</h2>
                  <p>{finding.says}</p>
                  {finding.toDo ? <p>{finding.toDo}</p> : null}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </ListBoundary>
  );
}

const order: readonly Finding['state'][] = ['missing', 'advice', 'unknown', 'well'];
const byState = (one: Finding, other: Finding) => order.indexOf(one.state) - order.indexOf(other.state);
