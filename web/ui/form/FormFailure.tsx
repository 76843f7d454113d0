/** Why a form could not be sent; read out as it appears. */
export function FormFailure({ text }: { text: string | undefined }) {
  return text ? (
    <p className="form-failure" role="alert">
      {text}
    </p>
  ) : null;
}
