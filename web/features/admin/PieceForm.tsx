import { countWords, readTimeOf } from '@journal/contracts';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { leaveQuestionAtom, useUnsaved } from '../../ui/dialog/unsaved.ts';
import { DescribedFields, type FormValues } from '../../ui/form/described-fields.tsx';
import { FormFailure, SubmitButton, type SubmitButtonProps } from '../../ui/form/form-parts.tsx';
import type { useSendForm } from '../../ui/form/use-send-form.ts';
import { OtherDraft, SavedStatus } from '../draft/OtherDraft.tsx';
import type { FormDraft } from '../draft/use-account-draft.ts';
import type { useEditDraft } from './edit-draft.ts';
import type { EditedKind } from './piece-kinds.ts';

type EditedForm = ReturnType<typeof useSendForm<FormValues, unknown>>;
type PieceFormProps = Pick<SubmitButtonProps, 'name' | 'sending'> & {
  kind: EditedKind;
  form: EditedForm;
  draft: Pick<ReturnType<typeof useEditDraft>, 'remove' | 'restored' | 'isKept'>;
  account: Pick<FormDraft, 'view' | 'choose' | 'changed'>;
  /** Whether something else is shown in its place for now. */
  hidden?: boolean;
  onClose: () => void;
};

/** The inputs for a new or existing piece. Cancelling asks for confirmation before it discards input. */
export function PieceForm(props: PieceFormProps) {
  const { kind, form, draft, account, hidden = false, name, sending, onClose } = props;
  const ask = useSetAtom(leaveQuestionAtom);
  const isUnsaved = form.changed || draft.restored !== undefined;
  useUnsaved(kind.tab, isUnsaved, draft.isKept);
  const discard = () => {
    draft.remove();
    account.changed();
    onClose();
  };
  return (
    <form className="form row-form piece-form" hidden={hidden} {...form.formProps}>
      <DescribedFields
        fields={kind.fields}
        hints={kind.hints}
        choices={kind.choices}
        register={form.field}
        below={(field) => <Length typed={form.typed} field={field} />}
      />
      {kind.beside?.(form.typed)}
      <OtherDraft {...account} />
      <SavedStatus {...account} lead="Not published yet." />
      <FormFailure text={form.failure} />
      <div className="form-actions">
        <SubmitButton form={form} name={name} sending={sending} />
        <button
          type="button"
          className="button"
          onClick={({ currentTarget: opener }) =>
            isUnsaved ? ask({ about: 'discard', opener, proceed: discard }) : onClose()
          }
        >
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The length of a field's current text. */
function Length({ typed, field }: Pick<EditedForm, 'typed'> & { field: string }) {
  const [text, setText] = useState(() => String(typed.get()[field]));
  useEffect(() => typed.follow((values) => setText(String(values[field]))), [typed, field]);
  const words = countWords(text);
  return (
    <p className="field-hint field-length">
      {`${words.toLocaleString('en-GB')} ${words === 1 ? 'word' : 'words'} · ${readTimeOf(text)} min read`}
    </p>
  );
}
