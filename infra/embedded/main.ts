import { runLauncher } from '../launcher/run-launcher.ts';
import { startEmbedded } from './start-embedded.ts';

await runLauncher(startEmbedded);
