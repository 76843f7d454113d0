/**
 * The settings of an embedded server: little memory and few background processes, because it shares a small machine
 * with the services, but full durability (fsync and synchronous_commit stay on).
 */
export const embeddedSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '48MB',
  huge_pages: 'off',
  jit: 'off',
  random_page_cost: '1.1',
  // Background workers for asynchronous reads, replication and parallel queries cost more than they gain here.
  io_method: 'sync',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  autovacuum_max_workers: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // From there it is known when the server accepts connections.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  // The services report failed statements; the server's own messages may contain values of rows.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** For disposable test data: nothing waits for the disk, and several systems share the server. */
export const throwawaySettings: Readonly<Record<string, string>> = {
  ...embeddedSettings,
  max_connections: '400',
  fsync: 'off',
  full_page_writes: 'off',
};
