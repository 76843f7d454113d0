import { runLauncher } from '../launcher/run-launcher.ts';
import { startDev } from './start-dev.ts';

await runLauncher(startDev);
