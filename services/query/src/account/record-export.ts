import type { SessionUser } from '@journal/contracts';
import { type CommandTransport, ProblemError } from '@journal/service-kit';

/** Who is given what is held: the person, or a program of the operator's. */
export type Recipient = { readonly id: string; readonly role: 'writer' | 'admin' | 'service' };

/** Has it recorded that everything about a user is handed out. Rejects with `unavailable` where it could not be. */
export type RecordExport = (userId: string, to: Recipient, requestId: string) => Promise<void>;

/** Milliseconds for the command side's answer. */
const patience = 5_000;

/** By the command side, which alone writes. */
export function createRecordExport(transport: CommandTransport, serviceToken: string): RecordExport {
  return async (userId, to, requestId) => {
    const answer = await transport
      .post(`/api/operations/users/${encodeURIComponent(userId)}/exports`, {
        headers: {
          authorization: `Bearer ${serviceToken}`,
          'content-type': 'application/json',
          'x-request-id': requestId,
        },
        body: JSON.stringify({ actor: to }),
        signal: AbortSignal.timeout(patience),
      })
      .catch((cause: unknown) => {
        throw unavailable(cause);
      });
    if (answer.status < 200 || answer.status > 299) throw unavailable(new Error(`It says ${answer.status}`));
  };
}

export const userAsRecipient = ({ id, isAdmin }: SessionUser): Recipient => ({
  id,
  role: isAdmin ? 'admin' : 'writer',
});

export const operatorAsRecipient: Recipient = { id: 'service', role: 'service' };

const unavailable = (cause: unknown) =>
  new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
