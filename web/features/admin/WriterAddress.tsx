import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { WriterMail } from './PieceRow.tsx';
import { showFailure } from './use-change.ts';

/** A button that looks up the address of a pitch's writer, which the audit records. */
export function WriterAddress({ pitchId }: { pitchId: string }) {
  const [email, setEmail] = useState<string | null>(null);
  async function lookUp() {
    try {
      const key = 'POST /api/submissions/:id/look-up-address';
      setEmail((await apiClient.request(key, { params: { id: pitchId } })).data.email);
    } catch (error) {
      showFailure('Failed to look up the address. Please try again.', error);
    }
  }
  if (email !== null) return <WriterMail email={email} />;
  return (
    <p>
      <button type="button" className="row-action" onClick={() => void lookUp()}>
        Show address
      </button>{' '}
      The audit will record that you looked.
    </p>
  );
}
