import { pageText } from '../../data/reader.api.ts';
import { useApi } from '../../data/use-api.ts';
import { EditLink } from '../../features/account/EditLink.tsx';
import { PlainText } from '../../features/legal/PlainText.tsx';
import { PageHero } from '../../ui/layout/PageHero.tsx';

export default function Page() {
  const { text } = useApi(pageText('terms'));
  return (
    <>
      <PageHero
        seed={1062}
        title="Terms"
        lead="What you can expect from us, and we from you."
        editLink={<EditLink />}
      />
      <PlainText text={text} />
    </>
  );
}
