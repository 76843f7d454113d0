import { PlainText } from '../../features/legal/PlainText.tsx';
import { termsText } from '../../features/legal/terms-text.ts';
import { PageHero } from '../../ui/layout/PageHero.tsx';

export default function Page() {
  return (
    <>
      <PageHero seed={1062} title="Terms" lead="What you can expect from us, and we from you." />
      <PlainText text={termsText} />
    </>
  );
}
