import { invitationPage, type MailedToken, type SessionUser } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient } from '../../data/api.ts';
import { useSession } from '../../data/use-api.ts';
import { NeedsScripts } from '../../ui/form/form-parts.tsx';
import { Notice } from '../../ui/layout/PageHero.tsx';
import { AccountCard } from '../account/AccountCard.tsx';
import { adminPanel, signInHref } from '../account/account-links.ts';
import { useSessionChange } from '../account/use-session-change.ts';
import { useSubmission } from '../newsletter/SubscribeBox.tsx';

const seed = 1051;

/** Opened from an invitation mail. Leads to the account with its address, and asks there whether to accept. */
export function AcceptInvitation({ token }: { token: string | undefined }) {
  const { site } = usePageContext();
  const user = useSession();
  if (token === undefined) return <InvalidInvitation />;
  if (user) return <Acceptance user={user} token={token} />;
  const title = `Work with us at ${site.name}`;
  if (user === undefined)
    return (
      <AccountCard title={title} seed={seed}>
        <p role="status">Loading...</p>
      </AccountCard>
    );
  const path = `${invitationPage}?${new URLSearchParams({ token })}`;
  const lead =
    'You are invited to the newsroom. Use the email address that the invitation was mailed to: sign in if you have an account, or open one.';
  return (
    <AccountCard title={title} lead={lead} seed={seed}>
      <p className="invitation-ways">
        <a className="button button-solid" href={signInHref('/signup', path)}>
          Open an account
        </a>
        <a className="button" href={signInHref('/login', path)}>
          Sign In
        </a>
      </p>
    </AccountCard>
  );
}

function Acceptance({ user, token }: { user: Pick<SessionUser, 'email' | 'id'>; token: string }) {
  const { site } = usePageContext();
  const changeSession = useSessionChange();
  const { submission, send } = useSubmission(async (body: MailedToken) => {
    const answer = await apiClient.request('POST /api/me/invitation', { body });
    const { data } = await apiClient.request('GET /api/auth/session');
    changeSession(data);
    return answer;
  });
  if (submission.status === 'done')
    return (
      <Notice
        title="Welcome to the newsroom"
        text="The role is yours now. Have a look around."
        link={adminPanel}
      />
    );
  const isRefused = submission.status === 'refused';
  if (isRefused && submission.code === 'invalid-link') return <InvalidInvitation />;
  const sending = submission.status === 'sending';
  return (
    <AccountCard
      title={`Work with us at ${site.name}`}
      lead={`You are invited to the newsroom. You are signed in as ${user.email}.`}
      seed={seed}
    >
      <NeedsScripts />
      <button
        type="button"
        className="button button-solid"
        aria-disabled={sending || undefined}
        onClick={() => void send({ token })}
      >
        {sending ? 'Accepting...' : 'Accept the invitation'}
      </button>
      <div role="alert">{isRefused ? <p className="link-failure">{submission.message}</p> : null}</div>
    </AccountCard>
  );
}

const InvalidInvitation = () => (
  <Notice
    title="This invitation is no longer valid"
    text="It was withdrawn, replaced by a newer one, already used, or is older than 7 days. The person who invited you can send a new one."
  />
);
