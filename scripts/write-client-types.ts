// Writes the types of the clients from the description of the interface: npm run clients:types
import { writeFile } from 'node:fs/promises';
import { clientTypes } from './clients/client-types.ts';

for (const [file, text] of await clientTypes()) await writeFile(new URL(`../${file}`, import.meta.url), text);
