import * as readModels from '@journal/read-models';

/** Every read model of the package; a new one need not be listed here. */
export const allReadModels = Object.values<unknown>(readModels).filter(
  (value): value is readModels.ReadModel =>
    typeof value === 'object' && value !== null && 'migrations' in value,
);
