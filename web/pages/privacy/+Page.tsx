import { PlainText } from '../../features/legal/PlainText.tsx';
import { privacyText } from '../../features/legal/privacy-text.ts';
import { PageHero } from '../../ui/layout/PageHero.tsx';

export default function Page() {
  return (
    <>
      <PageHero
        seed={1061}
        title="Privacy"
        lead="What we know about you, who sees it, and how you take it back."
      />
      <PlainText text={privacyText} />
    </>
  );
}
