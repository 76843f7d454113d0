import { usePageContext } from 'vike-react/usePageContext';
import { headScript } from '../head/head-script.ts';
import { speculationRules } from '../ui/link/speculation-rules.ts';

export default function Head() {
  const { cspNonce, config } = usePageContext();
  return (
    <>
      <script
        nonce={cspNonce ?? undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
        dangerouslySetInnerHTML={{ __html: headScript }}
      />
      {config.page?.reading || config.page?.form ? (
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
