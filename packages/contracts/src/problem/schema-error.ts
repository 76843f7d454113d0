import { unprintableIn } from '../system/text.ts';

/** A schema's own messages: for errors of one keyword, for any error, and the field's label. */
export type SchemaMessages = {
  messages?: Readonly<Record<string, string>>;
  message?: string;
  label?: string;
};

export type SchemaError = { keyword: string; params: Readonly<Record<string, unknown>> };

/**
 * Returns the message for an error of the value at `path`, the schema's own if it has one. Forms and API responses use
 * the same message. With `value`, it says which character can't be used.
 */
export function schemaErrorMessage(
  { keyword, params }: SchemaError,
  messages: SchemaMessages | undefined,
  path: string,
  value?: unknown,
): string {
  const own = messages?.messages?.[keyword] ?? messages?.message;
  if (own) return own;
  const label = messages?.label ?? (path || 'The request');
  switch (keyword) {
    case 'minLength':
      return `${label} is required`;
    case 'maxLength':
      return `${label} must be at most ${params['limit']} characters`;
    case 'format':
      return `${label} contains ${unprintableIn(`${value ?? ''}`) ?? 'characters'} that can’t be used`;
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
