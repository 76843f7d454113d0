/** Where somebody is about to tell the journal something: the ways to what becomes of it. */
export const LegalLinks = () => (
  <p className="legal-links">
    What we keep, and how you take it back: <a href="/privacy">Privacy</a>. What we ask of each other:{' '}
    <a href="/terms">Terms</a>.
  </p>
);
