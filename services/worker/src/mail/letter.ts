import { escapeHtml } from '@journal/contracts';
import { inkColour, nightStyles, quietColour, sans, serif } from '@journal/issue-mail';
import type { Message } from './mailer.ts';

/** One part of a letter, in reading order: a paragraph, a code or a link. All values are plain text. */
type LetterPart =
  | string
  /** Code to read or copy. */
  | { readonly code: string }
  | { readonly link: string; readonly label: string };

type Letter = {
  readonly journalName: string;
  readonly heading: string;
  readonly parts: readonly LetterPart[];
};

/** Returns a message that contains a letter, as plain text and as HTML. */
export function letterMessage({
  journalName,
  heading,
  parts,
  ...message
}: Omit<Message, 'text' | 'html'> & Letter): Message {
  const letter = { journalName, heading, parts };
  return { ...message, text: letterAsText(letter), html: letterAsHtml(letter) };
}

function letterAsText({ journalName, heading, parts }: Letter): string {
  const lines = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('code' in part) return `    ${part.code}`;
    return `${part.label}: ${part.link}`;
  });
  return `${[heading, ...lines, `-- \n${journalName}`].join('\n\n')}\n`;
}

const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace";

const night = `
  @media (prefers-color-scheme: dark) {${nightStyles}
    .code { background: #23262b !important; color: #ffffff !important; }
  }`;

/** Returns the letter as HTML without images, scripts or external resources; adapts to width and colour scheme. */
function letterAsHtml({ journalName, heading, parts }: Letter): string {
  const name = escapeHtml(journalName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>:root { color-scheme: light dark; }${night}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f3ef">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f3ef">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="ink" style="padding:0 4px 16px;font:700 20px/1.3 ${serif};color:${inkColour}">${name}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:#ffffff;border:1px solid #e2ded6;border-radius:8px">
<h1 class="ink" style="margin:0 0 16px;font:700 24px/1.3 ${serif};color:${inkColour}">${escapeHtml(heading)}</h1>
${parts.map(partAsHtml).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font:13px/1.5 ${sans};color:${quietColour}">Sent by ${name}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function partAsHtml(part: LetterPart): string {
  if (typeof part === 'string')
    return `<p class="ink" style="margin:0 0 16px;font:16px/1.6 ${sans};color:${inkColour}">${escapeHtml(part)}</p>`;
  if ('code' in part)
    return `<p class="code" style="margin:0 0 16px;padding:14px 12px;background:#f1eee8;border-radius:6px;text-align:center;font:600 20px/1.4 ${mono};letter-spacing:1px;color:${inkColour}">${escapeHtml(part.code)}</p>`;
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(part.link)}" style="display:inline-block;padding:12px 20px;background:${inkColour};border-radius:6px;font:600 16px/1.2 ${sans};color:#ffffff;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
}
