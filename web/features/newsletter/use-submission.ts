import { asApiError, type Message } from '@journal/contracts';
import { useRef, useState } from 'react';

export type Submission =
  | { readonly status: 'waiting' | 'sending' }
  | { readonly status: 'done'; readonly message: string }
  /** `code` is undefined where no answer came that says why. */
  | { readonly status: 'refused'; readonly message: string; readonly code?: string | undefined };

/** Sends a form of one field by `request`, once at a time, and says what came of it. */
export function useSubmission<Body>(request: (body: Body) => Promise<Message>) {
  const [submission, setSubmission] = useState<Submission>({ status: 'waiting' });
  const underWay = useRef(false);

  async function send(body: Body): Promise<void> {
    if (underWay.current) return;
    underWay.current = true;
    setSubmission({ status: 'sending' });
    try {
      const { message } = await request(body);
      setSubmission({ status: 'done', message });
    } catch (error) {
      const { problem } = asApiError(error);
      const message =
        problem?.errors?.[0]?.message ?? problem?.message ?? 'Something went wrong. Please try again.';
      setSubmission({ status: 'refused', message, code: problem?.code });
    } finally {
      underWay.current = false;
    }
  }

  const refuse = (message: string) => setSubmission({ status: 'refused', message });
  return { submission, send, refuse };
}
