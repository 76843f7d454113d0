export * from './search.port.ts';
