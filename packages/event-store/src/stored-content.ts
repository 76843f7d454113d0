import type { JsonObject } from './event-store.port.ts';

/** Returns stored data or metadata as an object. Foreign writers may store nothing, bytes, or other JSON instead. */
export function toObject(stored: unknown): JsonObject {
  if (stored === undefined || stored === null) return {};
  if (stored instanceof Uint8Array) return { base64: Buffer.from(stored).toString('base64') };
  return typeof stored === 'object' && !Array.isArray(stored) ? (stored as JsonObject) : { value: stored };
}
