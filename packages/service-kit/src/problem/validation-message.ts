import type { FieldError } from '@journal/contracts';
import type { FastifyError } from 'fastify';

/** A schema's own words: for a fault of one keyword, for any, and the field's name. */
type Words = { messages?: Readonly<Record<string, string>>; message?: string; label?: string };
type Fault = NonNullable<FastifyError['validation']>[number] & {
  parentSchema?: Words & { properties?: Record<string, Words | undefined> };
};

const mostErrors = 20;
const longestPath = 100;

/**
 * One message per field that a person understands; the schema's own `message` and `label` where it has them. At most
 * 20, so that a bad request can't ask for a huge answer.
 */
export function toFieldErrors(error: FastifyError): FieldError[] {
  const byPath = new Map<string, string>();
  for (const fault of (error.validation ?? []) as Fault[]) {
    const path = pathOf(fault).slice(0, longestPath).toWellFormed();
    if (!byPath.has(path)) byPath.set(path, messageOf(fault, path));
    if (byPath.size === mostErrors) break;
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

function pathOf(fault: Fault): string {
  const inside = fault.instancePath.slice(1).replaceAll('/', '.');
  const named = fault.params.missingProperty ?? fault.params.additionalProperty;
  return typeof named === 'string' ? [inside, named].filter(Boolean).join('.') : inside;
}

function messageOf(fault: Fault, path: string): string {
  const label = fault.parentSchema?.label ?? (path || 'The request');
  switch (fault.keyword) {
    case 'required': {
      const missing = fault.parentSchema?.properties?.[String(fault.params.missingProperty)];
      return `${missing?.label ?? path} is required`;
    }
    case 'additionalProperties':
      return `${path} is not a known field`;
    default:
  }
  const words = fault.parentSchema?.messages?.[fault.keyword] ?? fault.parentSchema?.message;
  if (words) return words;
  switch (fault.keyword) {
    case 'minLength':
      return `${label} is required`;
    case 'maxLength':
      return `${label} must be at most ${fault.params.limit} characters`;
    case 'format':
      return `${label} contains characters that can't be used`;
    case 'enum':
      return `${label} must be one of ${(fault.params.allowedValues as unknown[]).join(', ')}`;
    case 'type':
      return `${label} must be ${article(String(fault.params.type))}`;
    default:
      return `${label} is not valid`;
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
