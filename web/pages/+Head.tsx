import { usePageContext } from 'vike-react/usePageContext';
import { themeScript } from '../ui/theme/theme-script.ts';

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
    </>
  );
}
