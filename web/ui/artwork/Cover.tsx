import { type Covered, drawCover } from './draw-cover.ts';
import { sheet } from './shapes.ts';

type CoverProps = {
  article: Covered;
  /** Animates the cover from the card to the article; a page may set this only once per article. */
  travels?: boolean;
};

/** The article's artwork. It fills its frame and is cropped around the middle; screen readers skip it. */
export function Cover({ article, travels = false }: CoverProps) {
  const { inks, shapes } = drawCover(article);
  return (
    <svg
      className={`cover cover-${article.section} inks-${inks}`}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      {...(travels ? { style: { viewTransitionName: `cover-${article.id}` } } : {})}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and our own tags only
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
}
