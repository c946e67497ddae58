// The definitions of a citation: those built in, and the broker's own ones from the file of
// DEFINITIONS.
import { readFileSync } from 'node:fs';
import { builtInDefinitions, type Definition } from '../broker/counting/definitions.ts';
import { BrokerError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';

/**
 * Reads the definitions that questions may name, once at a start. Fails with `bad-setting` if the file
 * cannot be read, and as readDefinitions does.
 */
export async function openDefinitions({
	definitionsFile: file,
}: Pick<Settings, 'definitionsFile'>): Promise<readonly Definition[]> {
	if (file === null) return builtInDefinitions;
	const text = readText(file);
	// Few brokers have such a file, and YAML takes time to load.
	const { readDefinitions } = await import('../broker/counting/read-definitions.ts');
	return [...builtInDefinitions, ...readDefinitions(text, file)];
}

/** Logs the broker's own definitions, if it has some. */
export function logOwnDefinitions(
	{ definitionsFile: file }: Pick<Settings, 'definitionsFile'>,
	definitions: readonly Definition[],
	log: Log,
): void {
	if (file === null) return;
	const own = definitions.filter((one) => !builtInDefinitions.includes(one));
	const names = own.map(({ name, version }) => `${name}; v=${version}`);
	log.info({ file, definitions: names }, 'Citations can also be counted by the definitions of the file of DEFINITIONS');
}

function readText(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (cause) {
		throw new BrokerError('bad-setting', `DEFINITIONS is ${file}, which cannot be read.`, { cause });
	}
}
