import type { Service } from '@journal/service-kit';

/** The four services that share the port; `query` answers reads below /api, `command` everything else there. */
export interface SystemServices {
  command: Service;
  query: Service;
  worker: Service;
  web: Service;
}
