// breaks: search-quality-stays-in-specs-and-benches
import { corpus } from './quality/index.ts';

export const documents = corpus;
