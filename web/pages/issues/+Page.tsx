import { usePageContext } from 'vike-react/usePageContext';
import { cursorOf, issueCursorIn, issues } from '../../data/reader.api.ts';
import { IssueList } from '../../features/issue/IssueList.tsx';
import { PageHero } from '../../ui/layout/PageHero.tsx';
import { EmptyList } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';

export default function Page() {
  const after = issueCursorIn(usePageContext().urlParsed.search);
  return (
    <>
      <PageHero title="Issues" lead="Every issue that has come out, newest first." seed={1044} />
      <div className="page part">
        <PagedList
          query={issues(after)}
          loading="Loading issues..."
          empty={
            <EmptyList
              text="No issue has come out yet."
              hint="Each article can be read on its own as soon as it is published."
              link={{ href: '/', name: 'Back to Home' }}
              picture={{ section: 'view', cover: 'book' }}
            />
          }
          newestHref={after && '/issues'}
          hrefOf={(next) => `/issues?after=${cursorOf(next)}`}
          label="Load Older Issues"
          one="issue"
          many="issues"
        >
          {(rows) => <IssueList issues={rows} />}
        </PagedList>
      </div>
    </>
  );
}
