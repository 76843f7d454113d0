import type { FieldError } from '@journal/contracts';
import type { FastifyError } from 'fastify';

type Fault = NonNullable<FastifyError['validation']>[number] & { parentSchema?: { message?: string; label?: string } };

/** One message per field that a person understands; the schema's own `message` where it has one. */
export function toFieldErrors(error: FastifyError): FieldError[] {
  const byPath = new Map<string, string>();
  for (const fault of (error.validation ?? []) as Fault[]) {
    const path = pathOf(fault);
    if (!byPath.has(path)) byPath.set(path, messageOf(fault, path));
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

function pathOf(fault: Fault): string {
  const inside = fault.instancePath.slice(1).replaceAll('/', '.');
  const named = fault.params['missingProperty'] ?? fault.params['additionalProperty'];
  return typeof named === 'string' ? [inside, named].filter(Boolean).join('.') : inside;
}

function messageOf(fault: Fault, path: string): string {
  const label = fault.parentSchema?.label ?? (path || 'The request');
  switch (fault.keyword) {
    case 'required':
      return `${path} is required`;
    case 'additionalProperties':
      return `${path} is not a known field`;
    default:
  }
  if (fault.parentSchema?.message) return fault.parentSchema.message;
  switch (fault.keyword) {
    case 'minLength':
      return `${label} is required`;
    case 'maxLength':
      return `${label} must be at most ${fault.params['limit']} characters`;
    case 'format':
      return `${label} contains characters that can't be used`;
    case 'enum':
      return `${label} must be one of ${(fault.params['allowedValues'] as unknown[]).join(', ')}`;
    case 'type':
      return `${label} must be ${article(String(fault.params['type']))}`;
    default:
      return `${label} is not valid`;
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
