import { pageText } from '../../data/reader.api.ts';
import { useApi } from '../../data/use-api.ts';
import { EditLink } from '../../features/account/EditLink.tsx';
import { PlainText } from '../../features/legal/PlainText.tsx';
import { PageHero } from '../../ui/layout/PageHero.tsx';

export default function Page() {
  const { text } = useApi(pageText('privacy'));
  return (
    <>
      <PageHero
        seed={1061}
        title="Privacy"
        lead="What we know about you, who sees it, and how to have it erased."
        editLink={<EditLink />}
      />
      <PlainText text={text} />
    </>
  );
}
