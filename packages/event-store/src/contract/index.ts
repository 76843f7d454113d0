export {
  describeEventStoreContract,
  describeEventStoreContractWithoutServer,
} from './event-store.contract.ts';
export type { ConnectedLog, OpenedLog } from './opened-log.ts';
