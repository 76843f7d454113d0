import { writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

// Writes the files that are derived from schemas and routes; run it when one of those has changed.
for (const { path, expected } of await generatedFiles()) await writeFile(path, expected);
