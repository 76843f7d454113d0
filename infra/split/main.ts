import { runLauncher } from '../launcher/run-launcher.ts';
import { startSplit } from './start-split.ts';

await runLauncher(startSplit);
