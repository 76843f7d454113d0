import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

// Writes the files that are generated from schemas and routes; run it after changing one of those.
for (const { path, expected } of await generatedFiles()) await writeFile(path, expected);
