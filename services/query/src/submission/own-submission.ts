import { type OwnSubmission, type SubmissionStep, toOwnSubmission, undoPeriod } from '@journal/contracts';
import { consentMark } from '@journal/events/fields';
import { bylineIn, concernReported, type OwnStoredSubmission, type StoredStep } from './submissions.store.ts';

/** Milliseconds until the writer is told that this pitch was declined or deleted; 0 or less if nothing is withheld. */
export const disclosureDelay = ({ status, changedAt }: OwnStoredSubmission): number =>
  status === 'deleted' || status === 'declined' ? Date.parse(changedAt) + undoPeriod - Date.now() : 0;

/**
 * Returns the pitch as its writer knows it: in its previous state, while its end can still be undone without the
 * writer noticing. `consentAge`: see `consentMark`.
 */
export function showOwn(row: OwnStoredSubmission, consentAge?: number): OwnSubmission {
  const status = disclosureDelay(row) > 0 ? 'pending' : row.status;
  const mark = consentMark({ ...row, status }, consentAge);
  const steps = disclosedSteps(row).map(shownStep);
  return toOwnSubmission({ ...row, byline: bylineIn(row), status, steps, ...mark });
}

/** Returns the revisions of a pitch's steps of which its writer has not been told. */
export function undisclosedRevisions(row: OwnStoredSubmission): ReadonlySet<number> {
  const disclosed = new Set(disclosedSteps(row));
  return new Set(row.steps.filter((step) => !disclosed.has(step)).map(({ revision }) => revision));
}

const shownStep = ({ revision: _revision, ...step }: StoredStep): SubmissionStep => step;

const undoes: Readonly<Record<string, string>> = {
  SubmissionRestored: 'SubmissionDeleted',
  SubmissionReopened: 'SubmissionDeclined',
};

/** Returns the steps of a pitch without those withheld from its writer, and without those undone before that. */
function disclosedSteps(row: OwnStoredSubmission): readonly StoredStep[] {
  const disclosed: StoredStep[] = [];
  for (const step of row.steps) {
    const last = disclosed[lastChange(disclosed)];
    const isUndone = last !== undefined && undoes[step.event] === last.event;
    if (isUndone && Date.parse(step.at) - Date.parse(last.at) < undoPeriod)
      disclosed.splice(lastChange(disclosed), 1);
    else disclosed.push(step);
  }
  return disclosureDelay(row) > 0 ? disclosed.toSpliced(lastChange(disclosed), 1) : disclosed;
}

/** Index of the last step that changed the pitch; its writer may report a concern between any two. */
const lastChange = (steps: readonly StoredStep[]) =>
  steps.findLastIndex(({ event }) => event !== concernReported);
