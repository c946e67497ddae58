// Where schemathesis is, which asks an interface what its OpenAPI description promises. Does not
// know what is asked.
import { join } from 'node:path';
import { pythonEnvironment } from '../foreign-packages.ts';

const VERSION = '4.32.5';

/** Says where the program is, after it was installed where that has not been done. */
export async function installSchemathesis(onInstall: () => void): Promise<string> {
	const folder = await pythonEnvironment(`schemathesis/${VERSION}`, [`schemathesis==${VERSION}`], onInstall);
	return join(folder, 'bin', 'schemathesis');
}
