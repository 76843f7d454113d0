import { usePageContext } from 'vike-react/usePageContext';
import displayFont from '../fonts/journal-display-latin.woff2?url';
import textFont from '../fonts/journal-text-latin.woff2?url';
import { themeScript } from '../theme/theme-script.ts';

export default function Head() {
  const { cspNonce } = usePageContext();
  return (
    <>
      <script
        nonce={cspNonce ?? undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
        dangerouslySetInnerHTML={{ __html: themeScript }}
      />
      <meta name="color-scheme" content="light dark" />
      {[displayFont, textFont].map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
      ))}
    </>
  );
}
