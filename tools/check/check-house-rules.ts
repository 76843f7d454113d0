import process from 'node:process';
import { generatedFaults } from './generated-files.ts';
import { houseRules, trackedFiles } from './house-rules.ts';

const files = trackedFiles();
const faults = files.flatMap((file) =>
  Object.values(houseRules).flatMap((rule) => rule(file).map((fault) => `${file.path} ${fault}`)),
);
faults.push(...(await generatedFaults()));
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${files.length} files were read\n`);
process.exitCode = faults.length === 0 && files.length > 0 ? 0 : 1;
