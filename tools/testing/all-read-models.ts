import * as readModels from '@journal/read-models';

/** Every read model that the package has: one that is new need not be named here. */
export const allReadModels = Object.values<unknown>(readModels).filter(
  (value): value is readModels.ReadModel =>
    typeof value === 'object' && value !== null && 'migrations' in value,
);
