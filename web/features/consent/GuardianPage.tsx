import '../../styles/account.css';
import '../../styles/consent.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient, failureMessage } from '../../data/api.ts';
import { consentRequest } from '../../data/consent.api.ts';
import { useApi } from '../../data/use-api.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { Notice } from '../../ui/layout/PageHero.tsx';
import { AccountCard } from '../account/AccountCard.tsx';

const loadConfirm = async () => (await import('../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog;

/** The consent request for a parent or guardian, who has no account. They can also withdraw their consent here. */
export function GuardianPage({ token }: { token: string }) {
  const { site } = usePageContext();
  const { fullName, state } = useApi(consentRequest(token));
  const { answer, isSending, failure } = useAnswer(token);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    // The button that was pressed is gone, and on a phone the page would be scrolled to its end.
    document.getElementById('account-title')?.focus();
  }, [state]);
  const name = <bdi>{fullName}</bdi>;
  const later = <p>We have erased your address. If you change your mind, {name} can send you a new link.</p>;
  const waiting = (
    <p>
      From now on, we publish what {name} writes only with a parent’s or guardian’s consent, until {name} is
      old enough to need none.
    </p>
  );
  switch (state) {
    case 'over':
      return <InvalidConsentLink />;
    case 'declined':
      return (
        <ConsentCard title="You did not consent">
          {waiting}
          <p>Pieces that readers can already see stay public; {name} can hide them.</p>
          {later}
        </ConsentCard>
      );
    case 'withdrawn':
      return (
        <ConsentCard title="Your consent is withdrawn">
          <p>What {name} has published here is hidden from readers.</p>
          {waiting}
          {later}
        </ConsentCard>
      );
    case 'given':
      return (
        <ConsentCard title="You have consented" failure={failure}>
          <p>
            Thank you. {site.name} may publish what {name} writes. Keep the message that brought you here: its
            link lets you withdraw your consent at any time.
          </p>
          <DialogButton
            className="button button-danger"
            name="Withdraw my consent"
            load={loadConfirm}
            given={() => ({
              title: 'Withdraw your consent?',
              text: (
                <p>
                  All that {name} has published here is hidden from readers at once. It can be shown again
                  only if you consent again.
                </p>
              ),
              action: 'Withdraw it',
              className: 'button-danger button-solid',
              onConfirm: () => void answer('no'),
            })}
          />
        </ConsentCard>
      );
    case 'asked':
      return (
        <ConsentCard title="Do you consent?" failure={failure}>
          <p className="account-lead">
            {name} writes for {site.name}, a journal by young people, and named you as parent or guardian.
            Before we publish anything they write, we ask you.
          </p>
          <ul className="consent-points">
            <li>
              {name} chooses how each piece names its writer: by full name, part of the name or a pen name,
              with or without age and school.
            </li>
            <li>Everybody can read what is published. Search engines find it, and others can copy it.</li>
            <li>{name} can hide a piece at any time.</li>
            <li>
              Your consent covers everything that {name} writes here. You can withdraw it at any time with the
              same link; then everything is hidden at once.
            </li>
          </ul>
          <p className="legal-links">
            We keep your address, encrypted, for as long as you consent, and write to it for nothing else.
            More on that under <a href="/privacy">Privacy</a>.
          </p>
          <div className="consent-answers">
            {(['yes', 'no'] as const).map((given) => (
              <button
                key={given}
                type="button"
                className={given === 'yes' ? 'button button-solid' : 'button'}
                aria-disabled={isSending || undefined}
                onClick={() => void answer(given)}
              >
                {given === 'yes' ? 'I consent' : 'I do not consent'}
              </button>
            ))}
          </div>
        </ConsentCard>
      );
  }
}

type ConsentCardProps = { title: string; failure?: string | undefined; children: ReactNode };

function ConsentCard({ title, failure, children }: ConsentCardProps) {
  return (
    <AccountCard title={title} seed={2083}>
      <NeedsScripts />
      <div className="consent" aria-live="polite">
        {children}
      </div>
      <div role="alert">{failure ? <p className="link-failure">{failure}</p> : null}</div>
    </AccountCard>
  );
}

/** The page for a link that is invalid or no longer valid. */
export const InvalidConsentLink = () => (
  <Notice
    title="This link has expired"
    text="It is older than 14 days, was replaced by a newer one, or is incomplete. The writer who asked you can send a new one."
  />
);

/** Sends an answer, one at a time, and updates the page with its result. */
function useAnswer(token: string) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function answer(given: 'yes' | 'no') {
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    try {
      await apiClient.request('POST /api/consent', { body: { token, answer: given } });
    } catch (error) {
      setFailure(failureMessage(error, 'Something went wrong. Please try again.'));
    }
    // Even if the answer was refused: somebody may have answered elsewhere.
    await client.invalidateQueries({ queryKey: [consentRequest(token).path] });
    setSending(false);
  }
  return { answer, isSending, failure };
}
