export { describeEventStoreContract } from './event-store.contract.ts';
export type { OpenedLog } from './opened-log.ts';
