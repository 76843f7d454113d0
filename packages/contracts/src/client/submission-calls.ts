import type { OwnSubmission, SubmissionFields, SubmissionReceipt } from '../submission/submission.schema.ts';
import { idempotencyKeyHeader } from '../system/headers.ts';
import { type Call, readValue } from './call.ts';

/** What a writer does with pitches. The session is the cookie's, which `fetch` carries. */
export function createSubmissionCalls(call: Call) {
  return {
    /** With the same key and fields again it counts once. */
    pitch: async (body: SubmissionFields, idempotencyKey?: string) =>
      readValue<SubmissionReceipt>(
        await call('POST', '/api/submissions', { body, headers: { [idempotencyKeyHeader]: idempotencyKey } }),
      ),
    /** Of who is signed in, newest first, whatever became of them. */
    ownSubmissions: async () => readValue<OwnSubmission[]>(await call('GET', '/api/submissions/mine')),
  };
}
