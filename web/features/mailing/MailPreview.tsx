import type { Issue } from '@journal/contracts';
import type { ReactNode } from 'react';
import { issueMail, issueMailFrame } from '../../data/newsroom.api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { useDetails } from '../../ui/use-details.ts';
import { countPitches } from '../composing/placed-piece.ts';
import { pendingPitchesText } from './mailing-texts.ts';

/** Previews of an issue as a mail and as plain text. Each is loaded when it is opened. */
export function MailPreview({ issue }: { issue: Issue }) {
  const { number } = issue;
  const pitches = countPitches(issue);
  return (
    <section className="ruled-part" aria-labelledby="look">
      <h2 id="look">How it looks</h2>
      {pitches > 0 ? <p>{pendingPitchesText(pitches)}</p> : null}
      {issue.status === 'published' ? null : (
        <p>Until the issue is out, its cover is replaced by the text for people who do not load images.</p>
      )}
      <Opened name="As a mail">
        {() => (
          <iframe
            className="mail-frame"
            title="The mail"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={issueMailFrame(number)}
          />
        )}
      </Opened>
      <Opened name="As plain text">
        {() => (
          <ListBoundary query={issueMail(number)} loading="Loading the mail...">
            {({ subject, text }) => (
              <>
                <p>
                  Subject: <strong dir="auto">{subject}</strong>
                </p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
                <pre className="mail-text" dir="auto" tabIndex={0}>
                  {text}
                </pre>
              </>
            )}
          </ListBoundary>
        )}
      </Opened>
    </section>
  );
}

function Opened({ name, children }: { name: string; children: () => ReactNode }) {
  const [isOpen, details] = useDetails();
  return (
    <details className="mail-look" {...details}>
      <summary>{name}</summary>
      {isOpen ? children() : null}
    </details>
  );
}
