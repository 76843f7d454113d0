export { type Bounce, type Recipient, SubscribersUnknown } from './bounces.ts';
export * from './deliveries.ts';
export { type DeliveryStatus, deliveryStatuses } from './delivery.tables.ts';
export {
  copyDeliveries,
  type DeliveryRecord,
  dropMailingCopies,
  markRestored,
  removeDeliveriesBefore,
  restoreDeliveries,
} from './delivery-copies.ts';
export * from './delivery-figures.ts';
export { createMailChecks } from './mail-checks.ts';
