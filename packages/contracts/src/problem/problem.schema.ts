import Type, { type Static } from 'typebox';

/** The body of every error answer (`application/problem+json`); `message` is for the person. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  /** Stable, for programs; one of the catalogue's codes. */
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type Problem = Static<typeof Problem>;
export type FieldError = { path: string; message: string };
export const problemMediaType = 'application/problem+json';
