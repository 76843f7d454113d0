/** For browsers without scripts, in whose hands a form could do nothing. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="form-failure">This form needs JavaScript. Reading the journal does not.</p>
    </noscript>
  );
}
