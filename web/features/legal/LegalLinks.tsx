/** Links to the privacy policy and the terms, for places where users enter personal data. */
export const LegalLinks = () => (
  <p className="legal-links">
    What we keep, and how to have it erased: <a href="/privacy">Privacy</a>. What we ask of each other:{' '}
    <a href="/terms">Terms</a>.
  </p>
);
