/** A schema's own words: for a fault of one keyword, for any, and the field's name. */
export type SchemaWords = { messages?: Readonly<Record<string, string>>; message?: string; label?: string };

export type SchemaFault = { keyword: string; params: Readonly<Record<string, unknown>> };

/**
 * What a person is told of one fault of the value at `path`, in the words of its schema where that has some: the same
 * in a form and in the API's answer.
 */
export function faultMessage(
  { keyword, params }: SchemaFault,
  words: SchemaWords | undefined,
  path: string,
): string {
  const own = words?.messages?.[keyword] ?? words?.message;
  if (own) return own;
  const label = words?.label ?? (path || 'The request');
  switch (keyword) {
    case 'minLength':
      return `${label} is required`;
    case 'maxLength':
      return `${label} must be at most ${params['limit']} characters`;
    case 'format':
      return `${label} contains characters that can't be used`;
    case 'enum':
      return `${label} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'type':
      return `${label} must be ${withArticle(String(params['type']))}`;
    default:
      return `${label} is not valid`;
  }
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
