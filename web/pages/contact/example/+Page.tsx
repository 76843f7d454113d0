import { ArticleText } from '../../../features/article/ArticleReader.tsx';
import { exampleEssay } from '../../../features/pitch/example-essay.ts';
import { SectionBadge } from '../../../features/section/SectionMark.tsx';
import { Cover } from '../../../ui/artwork/Cover.tsx';
import { PagePart, PointList } from '../../../ui/layout/PageHero.tsx';

/** A model essay, written by the editors, with notes on its strengths. */
export default function Page() {
  const { title, excerpt, opening, rest, points } = exampleEssay;
  return (
    <>
      <article className="reader" data-section="view">
        <div className="reader-top">
          <header className="reader-head">
            <BackToForm />
            <p className="card-kicker">
              <SectionBadge section="view" />
              <span className="read-time">An example by the editors</span>
            </p>
            <h1 className="reader-title">{title}</h1>
            <p className="reader-excerpt">{excerpt}</p>
          </header>
          <div className="reader-cover">
            <Cover article={{ id: 1031, section: 'view' }} />
          </div>
        </div>
        <div className="reader-body page">
          <hr className="reader-rule" />
          <ArticleText content={`${opening} ${rest}`} />
          <BackToForm />
        </div>
      </article>
      <PagePart id="why" title="What We Like About It">
        <PointList points={points} />
      </PagePart>
    </>
  );
}

const BackToForm = () => (
  <p className="reader-back">
    <a className="text-link" href="/contact#pitch">
      <span aria-hidden="true">←&nbsp;</span>
      Write your own
    </a>
  </p>
);
