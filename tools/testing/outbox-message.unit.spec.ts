import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMessage } from './outbox-message.ts';

const email = 'reader@example.org';
// In quoted-printable, "=AB" would be one byte; in a header line it is literal.
const message = `List-Unsubscribe: <https://journal.example/newsletter/unsubscribe?token=ABcd>
To: ${email}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Confirm: https://journal.example/newsletter/confirm?token=3DAB=
cd-E
`.replaceAll('\n', '\r\n');

it('findMessage returns the decoded message with the links of its headers and text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  await mkdir(join(folder, 'outbox'));
  await writeFile(join(folder, 'outbox', '1.newsletter-confirmation.eml'), message);
  const found = await findMessage(folder, 'newsletter', email);
  expect(found).toContain('/newsletter/unsubscribe?token=ABcd>');
  expect(found).toContain('/newsletter/confirm?token=ABcd-E');
  expect(await findMessage(folder, 'newsletter', 'other@example.org')).toBeUndefined();
  await rm(folder, { recursive: true });
});
