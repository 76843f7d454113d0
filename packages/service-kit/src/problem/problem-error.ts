import { type FieldError, type Problem, type ProblemCode, problemCatalogue } from '@journal/contracts';

export type ProblemDetails = {
  /** Instead of the catalogue's words. */
  message?: string;
  errors?: FieldError[];
  headers?: Record<string, string>;
};

/** Thrown by a route to answer with a problem of the catalogue. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(details.message ?? problemCatalogue[code].message, options);
    this.code = code;
    this.details = details;
  }
}

/** The body that goes out for a code. */
export function toProblem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const { status, title, message } = problemCatalogue[code];
  return {
    type: `/problems/${code}`,
    title,
    status,
    code,
    message: details.message ?? message,
    ...(details.errors ? { errors: details.errors } : {}),
  };
}
