import { usePageContext } from 'vike-react/usePageContext';
import { speculationRules } from '../ui/link/speculation-rules.ts';
import { themeScript } from '../ui/theme/theme-script.ts';

export default function Head() {
  const { cspNonce, config } = usePageContext();
  return (
    <>
      <script
        nonce={cspNonce ?? undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
        dangerouslySetInnerHTML={{ __html: themeScript }}
      />
      {config.page?.reading ? (
        <script
          type="speculationrules"
          nonce={cspNonce ?? undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{ __html: speculationRules }}
        />
      ) : null}
      <meta name="color-scheme" content="light dark" />
    </>
  );
}
