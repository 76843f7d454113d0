import { createMemoryVault } from '@journal/events';
import { describeVault } from './contract/vault.contract.ts';

describeVault('memory', async () => createMemoryVault());
