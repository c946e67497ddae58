// Writes docs/cli.md from the help of every command: node scripts/write-cli-reference.ts
import { writeFile } from 'node:fs/promises';
import { renderCliReference } from './cli-reference.ts';

await writeFile(new URL('../docs/cli.md', import.meta.url), renderCliReference());
