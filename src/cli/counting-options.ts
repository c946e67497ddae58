// The options by which commands about works say what counts as a citation.
import type { Command } from 'commander';
import { z } from 'zod';
import { countingParameters } from '../broker/counting/counting-parameters.ts';
import { readParametersBy } from '../broker/searching/parameters.ts';

export type CountingOptions = { definition?: string; exclude?: string };

/** Adds them. */
export function addCountingOptions(command: Command): void {
	command
		.option('--definition <name>', 'also count the citations by this definition (such as strict)')
		.option(
			'--exclude <flags>',
			'also count the citations without links with these flags (such as author-self,machine)',
		);
}

/** Reads them; fails as the interface does. */
export function readCountingOptions({ definition, exclude }: CountingOptions) {
	return readParametersBy(z.strictObject(countingParameters), {
		...(definition !== undefined && { definition }),
		...(exclude !== undefined && { exclude }),
	});
}
