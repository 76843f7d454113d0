export * from './article/article.events.ts';
export * from './event/event-definition.ts';
export * from './event/event-metadata.ts';
export * from './sealing/codec.ts';
export * from './sealing/vault.port.ts';
