import { type FieldError, faultMessage, type SchemaWords } from '@journal/contracts';
import type { FastifyError } from 'fastify';

type Fault = NonNullable<FastifyError['validation']>[number] & {
  parentSchema?: SchemaWords & { properties?: Record<string, SchemaWords | undefined> };
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
  switch (fault.keyword) {
    case 'required': {
      const missing = fault.parentSchema?.properties?.[String(fault.params.missingProperty)];
      return `${missing?.label ?? path} is required`;
    }
    case 'additionalProperties':
      return `${path} is not a known field`;
    default:
  }
  return faultMessage(fault, fault.parentSchema, path);
}
