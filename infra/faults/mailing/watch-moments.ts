import { listen } from '@journal/postgres';
import type pg from 'pg';
import { type Moment, onceMoments, sendingMoments } from './plan-mailing.ts';

const channel = 'faults_of_a_mailing';

/**
 * The last recipient is detected under a lock: two settled at the same time would each see the other still being sent.
 */
const triggers = `
  create function delivery.tell() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${channel}', tg_argv[0]);
    return null;
  end $$;
  create function delivery.tell_settled() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${channel}', 'settled');
    if not exists (select from delivery.recipient where mailing_id = new.mailing_id and status = 'ready') then
      perform pg_advisory_xact_lock(hashtext('${channel}'));
      if not exists (select from delivery.recipient where mailing_id = new.mailing_id and status in ('ready', 'sending')) then
        perform pg_notify('${channel}', 'completing');
      end if;
    end if;
    return null;
  end $$;
  create trigger copied after insert on delivery.copy for each row execute function delivery.tell('copied');
  create trigger completed after insert on event_log.events for each row
    when (new.type = 'MailingCompleted') execute function delivery.tell('completed');
  create trigger freezing after update on delivery.frozen for each row
    when (new.cursor <> old.cursor) execute function delivery.tell('freezing');
  create trigger frozen after update on delivery.frozen for each row
    when (old.total is null and new.total is not null) execute function delivery.tell('frozen');
  create trigger claimed after update on delivery.recipient for each row
    when (old.status = 'ready' and new.status = 'sending') execute function delivery.tell('claimed');
  create trigger settled after update on delivery.recipient for each row
    when (old.status in ('ready', 'sending') and new.status not in ('ready', 'sending'))
    execute function delivery.tell_settled();
`;

const isMoment = (name: string): name is Moment =>
  [...onceMoments, ...sendingMoments].some((moment) => moment === name);

/** Reports the moments of mailings that the database sees, as soon as they are committed. */
export async function watchMoments(
  pool: pg.Pool,
  url: string,
  onMoment: (moment: Moment) => void,
): Promise<{ close(): Promise<void> }> {
  await pool.query(triggers);
  const isListening = Promise.withResolvers<void>();
  const listener = listen({
    url,
    applicationName: 'journal faults',
    channels: [channel],
    onNotification: (_channel, moment) => {
      if (isMoment(moment)) onMoment(moment);
    },
    onListening: isListening.resolve,
  });
  await isListening.promise;
  return listener;
}
