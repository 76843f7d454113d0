const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of a pitch in a path: a UUID in lower case, or undefined. */
export function parseSubmissionId(text: string): string | undefined {
  return uuid.test(text) ? text : undefined;
}
