import '../../styles/history.css';
import type { HistoryVersion, HistoryVersionText } from '@journal/contracts';
import { useDeferredValue } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { withQuery } from '../../data/api.ts';
import { history, historyHref, historyVersion, type Piece } from '../../data/newsroom.api.ts';
import { AddressForm } from '../../ui/form/AddressForm.tsx';
import { ListBoundary, NothingMatches, NothingOlder, ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { AdminOnly } from '../admin/AdminOnly.tsx';
import { NewsroomHead } from '../admin/NewsroomHead.tsx';
import { nouns, pieceIn, requestedVersions, stateOf, titleOf } from './history-page.ts';
import { versionNumber } from './history-words.tsx';
import { VersionItem } from './VersionItem.tsx';
import { WordsField } from './WordsField.tsx';

/** Who did what to a piece, and when, with every text that it had. */
export function HistoryPage({ kind }: { kind: Piece['kind'] }) {
  return (
    <AdminOnly title="History">
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
        {({ rows: [newest] }) =>
          newest === undefined ? (
            <NothingOlder newestHref={historyHref(piece)} />
          ) : (
            <>
              <HistoryHead piece={piece} newest={newest} />
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
              <Versions key={JSON.stringify(requested)} piece={piece} newest={newest} {...requested} />
            </>
          )
        }
      </ListBoundary>
    </div>
  );
}

type HistoryHeadProps = { piece: Piece; newest: HistoryVersion };

function HistoryHead({ piece, newest }: HistoryHeadProps) {
  // The title stays while that of a newer version is read.
  const revision = useDeferredValue(newest.revision);
  const noun = nouns[piece.kind];
  const name = `${noun === 'article' ? 'Article' : 'Pitch'} ${piece.id}`;
  const query = historyVersion(piece, revision);
  const state = stateOf(newest);
  return (
    <NewsroomHead
      panelHref={`/admin?tab=${piece.kind}`}
      title={
        <>
          <span className="label history-label">
            History of {noun === 'article' ? 'an article' : 'a pitch'}
          </span>
          <ReadBoundary query={query} loading={name} failed={() => name}>
            {({ fields }) => <span dir="auto">{titleOf(fields) ?? `${name} (erased)`}</span>}
          </ReadBoundary>
        </>
      }
      lead={sentences[state](noun, versionNumber(newest.revision))}
    >
      <a className="text-link" href="/admin/audit">
        Audit
      </a>
      {piece.kind === 'articles' && state === 'current' ? (
        <a className="text-link" href={`/article/${piece.id}`}>
          View article
        </a>
      ) : null}
      <ReadBoundary query={query} loading={null} failed={() => null}>
        {({ counterpart }) => counterpart && <CounterpartLink {...counterpart} />}
      </ReadBoundary>
    </NewsroomHead>
  );
}

/** The way from an article to the pitch that it was made of, and back. */
function CounterpartLink({ type, id }: NonNullable<HistoryVersionText['counterpart']>) {
  const kind = type === 'article' ? 'articles' : 'submissions';
  return (
    <a className="text-link" href={historyHref({ kind, id })}>
      History of its {nouns[kind]}
    </a>
  );
}

const sentences: Readonly<Record<ReturnType<typeof stateOf>, (noun: string, version: number) => string>> = {
  current: (noun, version) => `Version ${version} is the ${noun} as it is now.`,
  deleted: (noun) => `This ${noun} is deleted. Restoring any of its versions brings it back.`,
  published: (noun) => `This ${noun} has been published as an article, and is closed.`,
  withdrawn: (noun) => `This ${noun} has been withdrawn by its writer, and is closed.`,
};

type VersionsProps = HistoryHeadProps & {
  /** Only versions older than this revision. */
  before: number | undefined;
  /** The revision that is open from the beginning. */
  open: number | undefined;
  /** Only versions that added or removed them. */
  words: string | undefined;
};

function Versions({ piece, newest, before, open, words }: VersionsProps) {
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
            <p className="history-part">
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
                state={stateOf(newest)}
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
