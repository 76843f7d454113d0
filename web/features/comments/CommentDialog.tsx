import { NewComment, type Passage } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { refetchComments, sendComment } from '../../data/comments.api.ts';
import { GuardedFormDialog } from '../../ui/dialog/GuardedFormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { ChoiceField, TextField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSignedOut } from '../../ui/form/use-signed-out.tsx';

export type CommentDialogProps = OpenProps & {
  submissionId: string;
  passage: Passage;
};

const audiences = [
  { value: 'editors', name: 'Editors', hint: 'The writer does not see it on their page.' },
  { value: 'writer', name: 'The writer', hint: 'It is shown beside their text, from “The editors”.' },
] as const;

type Typed = { note: string; audience: NewComment['audience'] };

/** Asks for a comment on a passage and its audience. Asks for confirmation before it is closed with input in it. */
export function CommentDialog({ submissionId, passage, ...props }: CommentDialogProps) {
  const client = useQueryClient();
  const [attempt] = useState(newId);
  const session = useSignedOut();
  const form = useSendForm<Typed, unknown, NewComment>({
    schema: NewComment,
    initial: { note: '', audience: 'editors' },
    clean: ({ note, audience }) => ({ ...passage, note: note.trim(), audience }),
    send: (body) => sendComment(submissionId, body, attemptKey(attempt, body)),
    failure: 'Failed to comment. Please try again.',
    onRefused: session.refuse,
    onSent() {
      void refetchComments(client, submissionId);
      props.onOpenChange(false);
    },
  });
  return (
    <GuardedFormDialog
      {...{ ...props, form, guarded: 'comment', title: 'Comment', name: 'Comment', sending: 'Sending...' }}
      text={
        <>
          <blockquote className="comment-quoted" dir="auto">
            {passage.quotation}
          </blockquote>
          <p>Kept with the pitch; its writer may ask to see it.</p>
        </>
      }
    >
      {session.notice}
      <TextField label="Comment" {...form.field('note')} />
      <ChoiceField legend="Who is it for?" choices={audiences} {...form.field('audience')} />
    </GuardedFormDialog>
  );
}
