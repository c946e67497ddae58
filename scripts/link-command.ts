// Puts the command beside those of the dependencies, so that npx finds it at once.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../node_modules/.bin/', import.meta.url);
const link = fileURLToPath(new URL('link-broker', folder));
// Where links cannot be made npx finds the command by itself, a little later.
if (process.platform !== 'win32') {
	mkdirSync(folder, { recursive: true });
	rmSync(link, { force: true });
	symlinkSync('../../bin/link-broker.js', link);
}
