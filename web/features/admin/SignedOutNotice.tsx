/** For users whose session ended while they were typing. */
export function SignedOutNotice() {
  return (
    <p className="form-notice" role="alert">
      You are no longer signed in. Nothing you typed is lost:{' '}
      <a href="/login" target="_blank" rel="noopener">
        sign in in a new tab
      </a>
      , then save again here.
    </p>
  );
}
