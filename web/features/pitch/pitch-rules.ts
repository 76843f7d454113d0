// By itself, so that the schema library comes with the first keystroke and not with the page.
export { Resubmission as resubmissionRules, SubmissionFields as pitchRules } from '@journal/contracts';
