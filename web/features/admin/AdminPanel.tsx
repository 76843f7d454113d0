import '../../styles/admin.css';
import '../../styles/piece-form.css';
import { useAtomValue } from 'jotai';
import { Tabs } from 'radix-ui';
import { useEffect, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { withStorage } from '../../data/browser-storage.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { UnsavedGuard } from '../../ui/dialog/UnsavedGuard.tsx';
import { unsavedAtom } from '../../ui/dialog/unsaved.ts';
import { onPress } from '../../ui/link/links.tsx';
import { goTo } from '../../ui/link/offline-navigation.ts';
import { removeOldDrafts } from './edit-draft.ts';
import { HiddenNotice } from './HiddenNotice.tsx';
import { Counted } from './list-parts.tsx';
import { PieceTab } from './PieceTab.tsx';
import { filterIn, panelHref, type Tab, tabIn, tabs, tabsFor } from './panel-address.ts';
import { capitalised, pieceKinds } from './piece-kinds.ts';
import { ShortcutsHelp } from './ShortcutsHelp.tsx';

const show = (tab: string) => goTo(panelHref(tab as Tab), { keepScrollPosition: true });

/**
 * The newsroom. The tab is in the URL. A tab that was opened stays mounted behind the other one, with its input.
 * `closed` shows only unsaved input.
 */
export function AdminPanel({ closed }: { closed: boolean }) {
  useEffect(() => withStorage((storage) => removeOldDrafts(storage, Date.now())), []);
  const { search } = usePageContext().urlParsed;
  const user = useSession();
  const unsaved = useAtomValue(unsavedAtom);
  const permitted = tabsFor(user);
  // A form with unsaved input stays even if the user may no longer see the rest of its tab.
  const offered = tabs.filter((tab) => closed || permitted.includes(tab) || unsaved[tab] !== undefined);
  const shown = tabIn(search, offered);
  const [filters, setFilters] = useState({ [shown]: filterIn(shown, search) });
  const filter = filterIn(shown, search);
  if (JSON.stringify(filters[shown]) !== JSON.stringify(filter)) setFilters({ ...filters, [shown]: filter });
  return (
    <div className="page panel">
      <header className="panel-head">
        <h1>Admin Panel</h1>
        {closed ? null : (
          <p className="panel-links">
            <ShortcutsHelp />
            {isAbleTo(user, 'edit-issues') ? (
              <a className="text-link" href="/admin/issues">
                Issues
              </a>
            ) : null}
            {isAbleTo(user, 'read-concerns') ? (
              <a className="text-link" href="/admin/concerns">
                Concerns
              </a>
            ) : null}
            {isAbleTo(user, 'admin') ? (
              <>
                <a className="text-link" href="/admin/people">
                  People
                </a>
                <a className="text-link" href="/admin/texts">
                  Pages
                </a>
                <a className="text-link" href="/admin/audit">
                  Audit
                </a>
              </>
            ) : null}
          </p>
        )}
      </header>
      {closed ? null : <HiddenNotice />}
      <Tabs.Root value={shown} onValueChange={show} activationMode="manual">
        <Tabs.List className="panel-tabs" aria-label="Admin Panel">
          {offered.map((tab) => (
            <Tabs.Trigger key={tab} value={tab} asChild>
              {/* The key or pointer press before the click has already shown it. */}
              <a href={panelHref(tab)} onClick={onPress(() => {})}>
                {closed ? capitalised(tab) : <Counted name={capitalised(tab)} of={tab} />}
              </a>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {offered.map((tab) => {
          const opened = filters[tab];
          return (
            <Tabs.Content key={tab} value={tab} forceMount hidden={tab !== shown} className="panel-tab">
              {opened ? (
                <PieceTab
                  kind={pieceKinds[tab]}
                  filter={opened}
                  closed={closed || !permitted.includes(tab)}
                />
              ) : null}
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
      <UnsavedGuard />
    </div>
  );
}
