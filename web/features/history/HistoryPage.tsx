import '../../styles/history.css';
import type { HistoryVersion, HistoryVersionText } from '@journal/contracts';
import { type ReactNode, useDeferredValue } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { withQuery } from '../../data/api.ts';
import { history, historyHref, historyVersion, type Piece } from '../../data/newsroom.api.ts';
import { type PieceState, stateOf } from '../../data/piece-state.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { AddressForm } from '../../ui/form/AddressForm.tsx';
import { EmptyList, ListBoundary, NothingMatches, ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { AdminOnly } from '../admin/AdminOnly.tsx';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { EraseArticle } from './EraseArticle.tsx';
import { historyCapabilities, nouns, pieceIn, requestedVersions, titleOf } from './history-page.ts';
import { versionNumber } from './history-texts.tsx';
import { VersionItem } from './VersionItem.tsx';
import { WordsField } from './WordsField.tsx';

/** All changes to a piece, with their authors and times, and all its texts. */
export function HistoryPage({ kind }: { kind: Piece['kind'] }) {
  return (
    <AdminOnly title="History" needs={historyCapabilities[kind]}>
      <PieceHistory kind={kind} />
    </AdminOnly>
  );
}

function PieceHistory({ kind }: { kind: Piece['kind'] }) {
  const pageContext = usePageContext();
  const piece = pieceIn(pageContext, kind);
  const requested = requestedVersions(pageContext);
  return (
    <div className="page newsroom history">
      <ListBoundary query={history(piece)} loading="Loading the history...">
        {({ rows, rows: [newest] }) =>
          newest === undefined ? (
            <NoVersion piece={piece} />
          ) : (
            <>
              <HistoryHead piece={piece} newest={newest} state={stateOf(rows)} />
              <search aria-label="Search the history">
                <AddressForm
                  className="form history-search"
                  action={historyHref(piece)}
                  given={requested.given ? { words: requested.given } : {}}
                >
                  <WordsField given={requested.given} error={requested.error} />
                  <button type="submit" className="button">
                    Show
                  </button>
                </AddressForm>
              </search>
              <Versions
                key={JSON.stringify(requested)}
                piece={piece}
                newest={newest}
                state={stateOf(rows)}
                {...requested}
              />
            </>
          )
        }
      </ListBoundary>
    </div>
  );
}

/** Only pages exist before their first version. */
const NoVersion = ({ piece }: { piece: Piece }) => (
  <>
    <NewsroomHead title={<HistoryTitle piece={piece}>{titleOf(piece, {})}</HistoryTitle>}>
      <HistoryLinks piece={piece} />
    </NewsroomHead>
    <EmptyList text="Nobody has changed the text that came with the journal." picture={{ section: 'view' }} />
  </>
);

const HistoryTitle = ({ piece: { kind }, children }: { piece: Piece; children: ReactNode }) => (
  <>
    <span className="label history-label">
      History of {/^[aeiou]/.test(nouns[kind]) ? 'an' : 'a'} {nouns[kind]}
    </span>
    {children}
  </>
);

type HistoryHeadProps = { piece: Piece; newest: HistoryVersion; state: PieceState };

function HistoryHead({ piece, newest, state }: HistoryHeadProps) {
  const mayErase = isAbleTo(useSession(), 'admin') && piece.kind === 'articles' && state === 'removed';
  // The title stays while the newer version's title is being read.
  const revision = useDeferredValue(newest.revision);
  const noun = nouns[piece.kind];
  const name = `${names[piece.kind]} ${piece.id}`;
  const query = historyVersion(piece, revision);
  return (
    <NewsroomHead
      panelHref={panelHrefs[piece.kind]}
      title={
        <HistoryTitle piece={piece}>
          <ReadBoundary query={query} loading={name} failed={() => name}>
            {({ fields }) => <span dir="auto">{titleOf(piece, fields) ?? `${name} (erased)`}</span>}
          </ReadBoundary>
        </HistoryTitle>
      }
      lead={sentences[state](noun, versionNumber(newest.revision))}
    >
      <HistoryLinks piece={piece} isShown={state === 'current'} />
      <ReadBoundary query={query} loading={null} failed={() => null}>
        {({ counterpart, fields }) => (
          <>
            {counterpart ? <CounterpartLink {...counterpart} /> : null}
            {mayErase ? <EraseArticle id={Number(piece.id)} title={titleOf(piece, fields) ?? name} /> : null}
          </>
        )}
      </ReadBoundary>
    </NewsroomHead>
  );
}

const panelHrefs: Readonly<Record<Piece['kind'], string>> = {
  articles: '/admin?tab=articles',
  submissions: '/admin?tab=submissions',
  issues: '/admin/issues',
  pages: '/admin',
};

const names: Readonly<Record<Piece['kind'], string>> = {
  articles: 'Article',
  submissions: 'Pitch',
  issues: 'Issue',
  pages: 'Page',
};

/** `isShown`: whether readers can see the piece. */
function HistoryLinks({ piece: { kind, id }, isShown = true }: { piece: Piece; isShown?: boolean }) {
  const user = useSession();
  const read = {
    articles: `/article/${id}`,
    issues: `/admin/issues/${id}`,
    pages: `/${id}`,
    submissions: undefined,
  }[kind];
  return (
    <>
      {kind === 'pages' ? (
        <a className="text-link" href="/admin/texts">
          Pages
        </a>
      ) : null}
      {isAbleTo(user, 'admin') ? (
        <a className="text-link" href="/admin/audit">
          Audit
        </a>
      ) : null}
      {read && isShown ? (
        <a className="text-link" href={read}>
          View {nouns[kind]}
        </a>
      ) : null}
    </>
  );
}

/** Links the history of an article to that of its pitch, and vice versa. */
function CounterpartLink({ type, id }: NonNullable<HistoryVersionText['counterpart']>) {
  const kind = type === 'article' ? 'articles' : 'submissions';
  return (
    <a className="text-link" href={historyHref({ kind, id })}>
      History of its {nouns[kind]}
    </a>
  );
}

const sentences: Readonly<Record<PieceState, (noun: string, version: number) => string>> = {
  current: (noun, version) => `Version ${version} is the ${noun} as it is now.`,
  deleted: (noun) => `This ${noun} is deleted. Restoring any of its versions brings it back.`,
  hidden: (noun) => `This ${noun} is hidden from readers, and nobody can change it.`,
  removed: (noun) => `This ${noun} was removed for good.`,
  erased: (noun) => `This ${noun} was erased for good.`,
  declined: (noun) => `This ${noun} has been declined. It can be reopened in the panel.`,
  published: (noun) => `This ${noun} has been published as an article, and is closed.`,
  withdrawn: (noun) => `This ${noun} has been withdrawn by its writer, and is closed.`,
};

type VersionsProps = HistoryHeadProps & {
  /** Shows only versions before this revision. */
  before: number | undefined;
  /** Revision that is expanded initially. */
  open: number | undefined;
  /** Shows only versions that added or removed these words. */
  words: string | undefined;
};

function Versions({ piece, newest, state, before, open, words }: VersionsProps) {
  const path = historyHref(piece);
  return (
    <PagedList
      query={history(piece, before, words)}
      loading="Loading the history..."
      newestHref={before === undefined ? undefined : path}
      empty={<NothingMatches allHref={path} />}
      hrefOf={(_, last) => withQuery(path, { words, before: `${last.revision}` })}
      label="Load Older Versions"
      one="version"
      many="versions"
    >
      {(versions) => (
        <>
          {words !== undefined || versions[0]?.revision === newest.revision ? null : (
            <p className="newsroom-part">
              There are newer versions than these.{' '}
              <a className="text-link" href={historyHref(piece)}>
                See the newest
              </a>
            </p>
          )}
          <ol className="versions">
            {versions.map((version) => (
              <VersionItem
                key={version.revision}
                piece={piece}
                version={version}
                state={state}
                newest={newest.revision}
                openAtFirst={version.revision === open}
              />
            ))}
          </ol>
        </>
      )}
    </PagedList>
  );
}
