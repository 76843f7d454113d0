import type { JsonObject } from './event-store.port.ts';

/** Returns stored data or metadata as an object. Other writers also store nothing, bytes, or JSON of another kind. */
export function toObject(stored: unknown): JsonObject {
  if (stored === undefined || stored === null) return {};
  if (stored instanceof Uint8Array) return { base64: Buffer.from(stored).toString('base64') };
  return typeof stored === 'object' && !Array.isArray(stored) ? (stored as JsonObject) : { value: stored };
}
