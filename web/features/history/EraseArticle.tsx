import { eraseArticle } from '../../data/newsroom.api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { eraseMessages, eraseQuestion } from '../admin/erase-question.tsx';
import { useChange } from '../admin/use-change.ts';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** Erases a removed article, which is in no list of the panel. */
export function EraseArticle({ id, title }: { id: number; title: string }) {
  const change = useChange();
  async function erase() {
    await change(() => eraseArticle(id), eraseMessages);
    // The button that was pressed has disappeared.
    document.querySelector<HTMLElement>('.newsroom-head h1')?.focus();
  }
  return (
    <DialogButton
      className="text-link"
      name="Erase for good"
      load={loadConfirm}
      given={() => ({
        ...eraseQuestion(title),
        onConfirm: () => void erase(),
      })}
    />
  );
}
