// A separate module, so that the schema library is loaded on the first keystroke and not with the page.
export {
  BylineChoice as bylineRules,
  Concern as concernRules,
  Pitch as newPitchRules,
  Resubmission as resubmissionRules,
  SubmissionFields as pitchRules,
} from '@journal/contracts';
