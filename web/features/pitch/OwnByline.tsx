import type { Byline, OwnSubmission } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '../../data/api.ts';
import { refetchOwnPitch } from '../../data/writer.api.ts';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { BylineFields } from './BylineFields.tsx';
import { type BylineTexts, bylineErrors, bylineIn, textsOfByline } from './byline-texts.ts';

const loadRules = async () => (await import('./pitch-rules.ts')).bylineRules;

/** The byline of a pitch's writer. Changes take effect immediately, also for the resulting article. */
export function OwnByline({ pitch }: { pitch: OwnSubmission }) {
  const client = useQueryClient();
  const { id, status, fullName, age, school } = pitch;
  const form = useSendForm<BylineTexts, unknown, Byline>({
    schema: loadRules,
    initial: textsOfByline(pitch.byline),
    optional: ['penName'],
    clean: bylineIn,
    alsoCheck: bylineErrors,
    send: (body) => apiClient.request('PUT /api/submissions/mine/:id/byline', { params: { id }, body }),
    failure: 'Failed to change how you are named. Please try again.',
    onSent: () => {
      const where = status === 'published' ? 'Your piece says so now.' : 'Your piece will say so.';
      showToast({ title: 'Changed how you are named.', text: where });
      void refetchOwnPitch(client, id).then(focusChoice);
    },
  });
  return (
    <form className="form" aria-label="How you are named" {...form.formProps}>
      <BylineFields
        form={form}
        typed={form.typed}
        isPublished={status === 'published'}
        writer={{ fullName: fullName ?? '', age: String(age ?? ''), school: school ?? '' }}
      >
        <FormFailure text={form.failure} />
        <div className="profile-actions">
          <SubmitButton form={form} name="Save how I am named" sending="Saving..." />
        </div>
      </BylineFields>
    </form>
  );
}

/** Focuses the new choice: it replaces the form with the button that was pressed. */
function focusChoice(): void {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.byline-choice summary')?.focus();
  });
}
