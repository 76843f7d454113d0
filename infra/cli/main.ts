#!/usr/bin/env node
import process from 'node:process';
import { runJournal } from './run-journal.ts';

process.exitCode = await runJournal(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  messages: process.stderr,
});
