import { signInLink, signUpLink } from '../account/account-links.ts';

/** What visitors see in front of a form that takes an account; what they type meanwhile is kept. */
export function SignInNotice({ backTo }: { backTo: string }) {
  return (
    <div className="sign-in-notice">
      <p>You must be logged in to submit an essay.</p>
      <p className="sign-in-notice-links">
        <a className="button" href={signInLink(backTo)}>
          Log in
        </a>
        <a className="button" href={signUpLink(backTo)}>
          Create an account
        </a>
      </p>
    </div>
  );
}
