import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Behaviour of a mail server on one connection instead of accepting the message. */
export type Misbehaviour =
  | {
      readonly refuses: 'greeting' | 'sender' | 'recipient' | 'text';
      readonly code: number;
      readonly says?: string;
    }
  /** `lasts`: milliseconds after which it closes the connection. Default: never. */
  | { readonly hangs: 'greeting' | 'recipient' | 'text'; readonly lasts?: number }
  | { readonly delays: 'recipient' | 'text'; readonly by: number }
  /** `answer`: it accepts the message but closes the connection before its response. */
  | { readonly drops: 'greeting' | 'recipient' | 'text' | 'answer' };

type Stage = 'greeting' | 'sender' | 'recipient' | 'text' | 'answer';

type Done = (error?: Error | null) => void;

export type MailServerOptions = {
  readonly user?: string;
  readonly password?: string;
  /** Returns the behaviour for a message to this address; undefined: the message is accepted. */
  readonly treat?: (address: string) => Misbehaviour | undefined;
  /** Awaited once a text was received: before the message is stored (`text`) and before the response (`answer`). */
  readonly onStage?: (stage: 'text' | 'answer') => Promise<void>;
};

/**
 * Starts a local mail server that misbehaves as planned, once per planned connection, and then works; or depending on
 * the recipient's address.
 */
export async function startMailServer(options: MailServerOptions = {}) {
  const taken: string[] = [];
  const envelopes: { readonly from: string; readonly to: string; readonly wantsBack: string | null }[] = [];
  const logins: unknown[] = [];
  const recipients: string[] = [];
  const planned: Misbehaviour[] = [];
  const current = new Map<string, Misbehaviour>();
  let connections = 0;
  let texts = 0;

  function step(at: Stage, { id }: Session, done: Done): void {
    const misbehaviour = current.get(id);
    if (!misbehaviour || !Object.values(misbehaviour).includes(at)) done();
    else if ('refuses' in misbehaviour) {
      const refused = new Error(misbehaviour.says ?? `${at} of secret@example.org refused`);
      done(Object.assign(refused, { responseCode: misbehaviour.code }));
    } else if ('delays' in misbehaviour) void sleep(misbehaviour.by).then(() => done());
    else if ('drops' in misbehaviour) cut((session) => session?.id === id);
    else if (misbehaviour.lasts !== undefined)
      void sleep(misbehaviour.lasts, undefined, { ref: false }).then(() =>
        cut((session) => session?.id === id),
      );
  }

  function cut(matches: (session: Session | undefined) => boolean): void {
    for (const { session, _socket } of server.connections as unknown as Set<Connection>)
      if (matches(session)) _socket.destroy();
  }

  const server = new SMTPServer({
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    hideDSN: false,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(session, done) {
      connections++;
      const misbehaviour = planned.shift();
      if (misbehaviour) current.set(session.id, misbehaviour);
      step('greeting', session, done);
    },
    onAuth({ username, password }, _session, done) {
      logins.push({ username, password });
      if (username === options.user && password === options.password) return done(null, { user: username });
      done(new Error('who are you'));
    },
    onMailFrom: (_address, session, done) => step('sender', session, done),
    onRcptTo({ address }, session, done) {
      recipients.push(address);
      if (options.treat) {
        const treatment = options.treat(address);
        if (treatment) current.set(session.id, treatment);
        else current.delete(session.id);
      }
      step('recipient', session, done);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.once('data', () => texts++);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await options.onStage?.('text');
        step('text', session, async (error) => {
          if (error) return done(error);
          const { mailFrom, rcptTo, dsn } = session.envelope;
          taken.push(Buffer.concat(chunks).toString());
          if (mailFrom && rcptTo[0])
            envelopes.push({ from: mailFrom.address, to: rcptTo[0].address, wantsBack: dsn?.ret ?? null });
          await options.onStage?.('answer');
          step('answer', session, done);
        });
      });
    },
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    logins,
    /** All recipients that clients have named. */
    recipients,
    /** Plans the behaviour of the next connections, in order. */
    plan: (...misbehaviours: Misbehaviour[]) => void planned.push(...misbehaviours),
    get connections() {
      return connections;
    },
    /** Whether the transmission of a text has begun. */
    get isReading() {
      return texts > 0;
    },
    /** Cancels all planned misbehaviour. */
    heal() {
      planned.length = 0;
      current.clear();
    },
    /** Breaks all connections. */
    cut: () => cut(() => true),
    messages: () => Promise.all(taken.map((raw) => PostalMime.parse(raw))),
    raw: taken,
    /** Envelopes of the accepted messages, in the order of `raw`. */
    envelopes,
    async close() {
      cut(() => true);
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Session = { id: string };
type Connection = { session?: Session; _socket: { destroy(): void } };
