import Type from 'typebox';
import { launcherConfigSchema } from '../launcher/launcher.config.ts';

/** The variables of `journal`, for the documentation; its code reads them itself, without a library. */
export const commandLineConfigSchema = Type.Object({
  ...Type.Pick(launcherConfigSchema, [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'SERVICE_TOKEN',
    'DATABASE_URL',
    'EVENT_STORE_URL',
    'VAULT_URL',
    'MASTER_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'MAIL_REPLY_TO',
    'MAIL_RATE',
    'BOUNCE_ADDRESS',
    'DKIM_DOMAIN',
    'DKIM_SELECTOR',
    'DKIM_KEY',
  ]).properties,
  IN_CONTAINER: Type.Optional(
    Type.String({
      description:
        'Set by the image of the journal command: its own files are lost after each run, so it writes to mounted folders only',
    }),
  ),
  SERVICE_URLS: Type.Optional(
    Type.String({
      description: 'Services that "journal status" queries, comma-separated; unset: the journal as a whole',
    }),
  ),
});
