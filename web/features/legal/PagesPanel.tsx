import '../../styles/admin.css';
import '../../styles/desk.css';
import '../../styles/piece-form.css';
import { type PageId, pageIds, pageTitles, parsePageId } from '@journal/contracts';
import { useEffect, useRef } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { withStorage } from '../../data/browser-storage.ts';
import { historyHref } from '../../data/newsroom.api.ts';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import { EditPiece } from '../admin/EditPiece.tsx';
import { removeOldDrafts } from '../admin/edit-draft.ts';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { RowActionList } from '../admin/PieceRow.tsx';
import { useOpenForm } from '../admin/use-open-form.ts';
import { pageKinds } from './page-kinds.tsx';

/** The editable pages. `closed` shows only the open form. */
export function PagesPanel({ closed }: { closed: boolean }) {
  useEffect(() => withStorage((storage) => removeOldDrafts(storage, Date.now())), []);
  const { search } = usePageContext().urlParsed;
  const list = useRef<HTMLUListElement>(null);
  const form = useOpenForm<PageId>('pages', list, parsePageId(search.edit ?? ''));
  return (
    <div className="page newsroom">
      <NewsroomHead
        title="Pages"
        lead={closed ? undefined : 'What these pages say to everybody. Each change is kept in their history.'}
      >
        <a className="text-link" href="/admin/audit">
          Audit
        </a>
      </NewsroomHead>
      <div className="panel-tab">
        {form.key ? (
          <EditPiece key={form.key} kind={pageKinds[form.key]} id={form.key} onClose={form.close} />
        ) : null}
        {closed ? null : (
          <ul className="rows" ref={list} tabIndex={-1} aria-label="Pages">
            {pageIds.map((id) => (
              <li key={id} className="row">
                <h2 className="row-title">{pageTitles[id]}</h2>
                <RowActionList
                  title={pageTitles[id]}
                  actions={[
                    ['View', `/${id}`],
                    ['Edit', (button) => form.open(id, button)],
                    ['History', historyHref({ kind: 'pages', id })],
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <UnsavedGuard />
    </div>
  );
}
