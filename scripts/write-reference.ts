// Writes the generated pages of docs/reference: node scripts/write-reference.ts
import { writeFile } from 'node:fs/promises';
import { references } from './reference.ts';

for (const [file, render] of Object.entries(references)) {
	await writeFile(new URL(`../docs/reference/${file}`, import.meta.url), render());
}
