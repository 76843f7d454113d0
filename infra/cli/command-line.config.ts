import { variables } from '@journal/service-kit';
import Type from 'typebox';

/** What `journal` understands; its own code reads it without a library, so that its image holds nothing else. */
export const commandLineConfigSchema = Type.Object({
  PORT: variables.PORT(3000),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  PUBLIC_URL: variables.PUBLIC_URL,
  DATA_DIR: Type.String({
    default: '.data',
    description: 'Folder of everything that is kept on this machine',
  }),
  SERVICE_TOKEN: Type.Optional(variables.SERVICE_TOKEN),
  SERVICE_URLS: Type.Optional(
    Type.String({
      description:
        'Services that journal status asks, with commas between them; unset: the journal as a whole',
    }),
  ),
});
