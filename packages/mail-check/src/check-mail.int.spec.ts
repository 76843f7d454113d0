import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkMail, type Lookups } from './check-mail.ts';
import type { MailSettings } from './mail-facts.ts';
import { probeRelay } from './probe-relay.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const published = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const dkim = { domain: 'school.example', selector: 'mail', key };
const settings: MailSettings = {
  ...{ publicUrl: 'https://forum.school.example', from: 'forum@school.example', rate: 2, dkim },
  smtpUrl: 'smtps://forum:secret@mail.school.example',
};

const nothing = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
const answer =
  <Value>(table: Readonly<Record<string, Value>>) =>
  async (name: string) =>
    Object.hasOwn(table, name) ? (table[name] as Value) : nothing();
const well = {
  txt: {
    'school.example': [['another line'], ['v=spf1 a:mail.school.example -all']],
    '_dmarc.school.example': [['v=DMARC1; ', 'p=none']],
    'mail._domainkey.school.example': [['v=DKIM1; k=rsa; p=', published]],
  } as Record<string, string[][]>,
  mx: { 'school.example': [{ exchange: 'mx.school.example' }] } as Record<string, { exchange: string }[]>,
  addresses: { 'mail.school.example': [{ address: '203.0.113.7' }] } as Record<string, { address: string }[]>,
  names: { '203.0.113.7': ['mail.school.example'] } as Record<string, string[]>,
  offers: ['PIPELINING', 'SIZE 20000000', 'AUTH PLAIN LOGIN'] as Awaited<ReturnType<typeof probeRelay>>,
};
type World = typeof well;

/** A journal that accepts bounces. */
const [taking, bouncing]: readonly [Partial<World>, Partial<MailSettings>] = [
  {
    txt: { ...well.txt, 'b.school.example': [['v=spf1 a:mail.school.example -all']] },
    mx: { ...well.mx, 'b.school.example': [{ exchange: 'mx.school.example' }] },
    addresses: { ...well.addresses, 'mx.school.example': [{ address: '203.0.113.8' }] },
  },
  { bounceAddress: 'bounces@b.school.example' },
];

/** Resolves with the findings that report a problem, by subject. */
async function judged(world: Partial<World> = {}, change: Partial<MailSettings> = {}) {
  const { txt, mx, addresses, names, offers } = { ...well, ...world };
  const dns: Lookups = {
    resolveTxt: answer(txt),
    resolveMx: answer(mx),
    lookup: answer(addresses),
    reverse: answer(names),
  };
  const findings = await checkMail({ ...settings, ...change }, dns, async () => offers);
  for (const { state, toDo } of findings) expect(toDo === undefined).toBe(state === 'well');
  return Object.fromEntries(
    findings
      .filter(({ state }) => state !== 'well')
      .map(({ about, state, says, toDo }) => [about.split(' (')[0], `${state}: ${says} ${toDo}`]),
  );
}
const txt = (change: Record<string, string[][] | undefined>) => {
  const all = Object.entries({ ...well.txt, ...change });
  return {
    txt: Object.fromEntries(all.filter((entry): entry is [string, string[][]] => entry[1] !== undefined)),
  };
};
const usual = { 'Sending limit': expect.stringContaining('7,200 mails an hour') };

it('a correct configuration has no finding but the sending limits, which cannot be looked up', async () => {
  expect(await judged()).toEqual(usual);
});

it.each(['forum@school.example', 'forum@news.school.example'])(
  'a correct configuration that accepts bounces of mail from %s has no other finding',
  async (from) => {
    const txt = { ...taking.txt, 'news.school.example': [['v=spf1 a -all']] };
    const mx = { ...taking.mx, 'news.school.example': [{ exchange: 'mx.school.example' }] };
    expect(await judged({ ...taking, txt, mx }, { ...bouncing, from })).toEqual(usual);
  },
);

it('a sender whose domain is not public yields no findings about DNS records', async () => {
  const nowhere = txt({ 'school.example': undefined, '_dmarc.school.example': undefined });
  const found = Object.keys(await judged(nowhere, { from: 'no-reply@localhost', dkim: undefined }));
  expect(found).toEqual(['Sender', 'Sending limit']);
});

it.each(['v=spf1 include:_spf.google.com ~all', 'v=spf1 redirect=_spf.google.com'])(
  'the SPF record "%s" includes the servers of Google',
  async (record) => {
    const found = await judged(txt({ 'school.example': [[record]] }), {
      smtpUrl: 'smtps://a:b@smtp.gmail.com',
    });
    expect(found).not.toHaveProperty('SPF');
  },
);

describe('each problem is reported with its remedy', () => {
  it.each<[string, Partial<World>, Partial<MailSettings>, string, RegExp]>([
    [
      'no SPF',
      txt({ 'school.example': undefined }),
      {},
      'SPF',
      /^missing: .*school\.example, type TXT, value v=spf1 a:mail\.school\.example ~all$/,
    ],
    [
      'no SPF for a server that has no name',
      txt({ 'school.example': undefined }),
      { smtpUrl: 'smtp://203.0.113.7' },
      'SPF',
      /^missing: .*type TXT, value v=spf1 ip4:203\.0\.113\.7 ~all$/,
    ],
    [
      'nor by IPv6',
      txt({ 'school.example': undefined }),
      { smtpUrl: 'smtp://[2001:db8::7]' },
      'SPF',
      /^missing: .*type TXT, value v=spf1 ip6:2001:db8::7 ~all$/,
    ],
    ...['127.0.0.1', '10.0.0.7', '[::1]', 'localhost', 'mailpit', 'mail.lan'].map(
      (host): [string, Partial<World>, Partial<MailSettings>, string, RegExp] => [
        `no SPF for a server that has no address outside, ${host}`,
        txt({ 'school.example': undefined }),
        { smtpUrl: `smtp://${host}` },
        'SPF',
        /^missing: .*v=spf1 ip4:ADDRESS ~all, with ADDRESS replaced by the address from which your mail server sends/,
      ],
    ),
    [
      'two of them',
      txt({ 'school.example': [['v=spf1 a -all'], ['v=spf1 mx -all']] }),
      {},
      'SPF',
      /^missing: There is more than one/,
    ],
    [
      'one for everybody',
      txt({ 'school.example': [['v=spf1 a +all']] }),
      {},
      'SPF',
      /^advice: It lets any server/,
    ],
    [
      'one without the provider',
      {},
      { smtpUrl: 'smtps://a:b@smtp.sendgrid.net' },
      'SPF',
      /^missing: .*SendGrid.* v=spf1 include:sendgrid\.net a:mail/,
    ],
    [
      'no key',
      txt({ 'mail._domainkey.school.example': undefined }),
      {},
      'DKIM',
      /^missing: The public key is not published.* k=rsa; p=MII/,
    ],
    [
      'another key',
      txt({ 'mail._domainkey.school.example': [['v=DKIM1; p=AAAA']] }),
      {},
      'DKIM',
      /^missing: .* does not match DKIM_KEY/,
    ],
    [
      'a revoked key',
      txt({ 'mail._domainkey.school.example': [['v=DKIM1; p=']] }),
      {},
      'DKIM',
      /^missing: The public key is not published/,
    ],
    [
      'a signature of another domain',
      {},
      { dkim: { ...dkim, domain: 'other.example' } },
      'DKIM',
      /^missing: .*does not authenticate it/,
    ],
    ['no signature', {}, { dkim: undefined }, 'DKIM', /^advice: The journal does not sign/],
    [
      'no DMARC',
      txt({ '_dmarc.school.example': undefined }),
      {},
      'DMARC',
      /^missing: .* _dmarc\.school\.example, type TXT, value v=DMARC1; p=none$/,
    ],
    ['no mail server for replies', { mx: {} }, {}, 'Sender', /^advice: school\.example has no mail server/],
    ['a free address', {}, { from: 'forum@gmail.com' }, 'Sender', /^missing: Only gmail\.com itself/],
    [
      'an address that does not exist outside',
      {},
      { from: 'no-reply@localhost' },
      'Sender',
      /^missing: .*is not a public address/,
    ],
    [
      'replies that nobody reads',
      {},
      { from: 'no-reply@school.example' },
      'Replies',
      /^advice: .*MAIL_REPLY_TO/,
    ],
    [
      'a journal on this machine',
      {},
      { publicUrl: 'http://localhost:3000' },
      'Address of the journal',
      /^missing: .*cannot be reached from outside/,
    ],
    [
      'a journal without TLS',
      {},
      { publicUrl: 'http://forum.example' },
      'Address of the journal',
      /^missing: .*https/,
    ],
    [
      'no mail server for bounces',
      { ...taking, mx: well.mx },
      bouncing,
      'Bounces',
      /^missing: b\.school\.example has no mail server.* type MX, value 10 forum\.school\.example\. Or unset/,
    ],
    [
      'a mail server without an address',
      { ...taking, addresses: well.addresses },
      bouncing,
      'Bounces',
      /^missing: b\.school\.example has no mail server/,
    ],
    [
      'the school’s whole mail',
      taking,
      { bounceAddress: 'bounces@school.example' },
      'Bounces',
      /^missing: .* all mail for school\.example.*bounces@bounces\.school\.example, or unset/,
    ],
    [
      'a provider that receives bounces itself',
      taking,
      { ...bouncing, smtpUrl: 'smtps://a:b@smtp.sendgrid.net' },
      'Bounces',
      /^advice: SendGrid may return bounces to itself/,
    ],
    [
      'no SPF for the envelope sender',
      { ...taking, txt: well.txt },
      bouncing,
      'SPF of b.school.example',
      /^missing: .*: name b\.school\.example, type TXT, value v=spf1 a:mail\.school\.example ~all$/,
    ],
    [
      'a domain that proves nothing of the sender',
      {},
      { bounceAddress: 'bounces@elsewhere.example' },
      'DMARC and the bounce address',
      /^advice: SPF of elsewhere\.example does not authenticate school\.example/,
    ],
    ['no mail server', {}, { smtpUrl: undefined }, 'Mail server', /^missing: None is configured/],
    [
      'one that is silent',
      { offers: { fault: 'ECONNREFUSED' } },
      {},
      'Mail server',
      /^missing: .*does not respond \(ECONNREFUSED\)/,
    ],
    [
      'one without TLS',
      {},
      { smtpUrl: 'smtp://mail.school.example' },
      'Encryption',
      /^missing: .*unencrypted/,
    ],
    ['one that lets nobody sign in', { offers: ['PIPELINING'] }, {}, 'Authentication', /^missing: /],
    [
      'one for small mails',
      { offers: ['AUTH PLAIN', 'SIZE 100000'] },
      {},
      'Size',
      /^missing: It accepts no mail above 100 KB/,
    ],
    [
      'one without a name',
      { names: {} },
      {},
      'Name of the mail server',
      /^advice: 203\.0\.113\.7 has no reverse DNS name/,
    ],
    [
      'one whose name leads elsewhere',
      { names: { '203.0.113.7': ['nowhere.example'] } },
      {},
      'Name of the mail server',
      /^advice: /,
    ],
    [
      'one that takes little',
      {},
      { smtpUrl: 'smtps://a:b@smtp.gmail.com' },
      'Sending limit',
      /^advice: Google accepts about 2,000 mails a day/,
    ],
  ])('%s', async (_what, world, change, about, says) => {
    expect((await judged(world, change))[about]).toMatch(says);
  });
});

it('the DMARC record of the parent domain and STARTTLS are accepted', async () => {
  const from = 'forum@news.school.example';
  const mx = { 'news.school.example': [{ exchange: 'mx.school.example' }] };
  const spf = txt({ 'news.school.example': [['v=spf1 mx ~all']] });
  const world = { ...spf, mx, offers: ['STARTTLS'] };
  expect(await judged(world, { from, smtpUrl: 'smtp://mail.school.example' })).toEqual(usual);
});

it('findings are unknown if DNS queries time out', async () => {
  const away = () => Promise.reject(Object.assign(new Error('timed out'), { code: 'ETIMEOUT' }));
  const dns: Lookups = { resolveTxt: away, resolveMx: away, lookup: away, reverse: away };
  const findings = await checkMail(settings, dns, async () => ['SIZE 20000000', 'AUTH PLAIN']);
  const unknown = findings.filter(({ state }) => state === 'unknown').map(({ about }) => about.split(' ')[0]);
  expect(unknown).toEqual(['Sender', 'SPF', 'DKIM', 'DMARC']);
});

/** Starts a server that sends these lines: the first on connecting, then one for each message it receives. */
async function serverThat(...lines: readonly string[]) {
  const heard: string[] = [];
  const server = createServer((socket) => {
    const left = [...lines];
    const say = () => {
      const line = left.shift();
      if (line === undefined) socket.destroy();
      else socket.write(line);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard.push(`${chunk}`.trim());
      say();
    });
    say();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { heard, url: `smtp://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('probeRelay', () => {
  it('returns the server’s extensions without signing in or sending mail', async () => {
    const { url, heard } = await serverThat(
      '220 hello\r\n',
      '250-mail.example\r\n250-SIZE 1000\r\n250 STARTTLS\r\n',
    );
    expect(await probeRelay(url)).toEqual(['SIZE 1000', 'STARTTLS']);
    expect(heard[0]).toBe('EHLO localhost');
    expect(heard.join()).not.toMatch(/secret|AUTH|MAIL/);
  });

  it.each([
    ['that is full', ['421 too many\r\n'], 'response 421'],
    ['that hangs up', [], 'connection closed'],
  ])('reports a server %s', async (_what, lines, fault) => {
    expect(await probeRelay((await serverThat(...lines)).url)).toEqual({ fault });
  });

  it('gives up on a server that does not complete its greeting', async () => {
    const { url } = await serverThat('220-and so on\r\n');
    expect(await probeRelay(url, 200)).toEqual({ fault: 'no response' });
  });

  it('reports ECONNREFUSED if no server is listening', async () => {
    expect(await probeRelay('smtp://127.0.0.1:1')).toEqual({ fault: 'ECONNREFUSED' });
  });
});
