// Tries the cases that a folder lists on a program of its own, and prints what differs from what is
// right.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openProgram, type Program } from '../test/end-to-end/program.ts';

/** What one case is tried on: the program, a token of its account, and the folder of the files. */
export type Trial = { program: Program; token: string; folder: string };

/**
 * Tries the folder that the command line names, and ends the process: 0 where everything is right,
 * 1 where something differs, 2 for wrong usage. `list` is the file in the folder that lists the cases;
 * `begin` answers what finds the differences of a case, each a line.
 */
export async function tryFolder<Case extends { file: string; kind: string }>(
	{ usage, list, what }: { usage: string; list: string; what: string },
	begin: (trial: Trial) => Promise<(one: Case) => Promise<readonly string[]>>,
): Promise<never> {
	const [folder] = process.argv.slice(2);
	if (folder === undefined || folder.startsWith('-')) {
		console.error(usage);
		process.exit(2);
	}
	const cases = JSON.parse(await readFile(join(folder, list), 'utf8')) as Case[];
	const program = await openProgram();
	let differing = 0;
	try {
		const differencesOf = await begin({ program, token: await program.token(), folder });
		for (const one of cases) {
			const differences = await differencesOf(one);
			if (differences.length > 0) differing++;
			console.log(`${differences.length === 0 ? 'right  ' : 'DIFFERS'}  ${one.file}  (${one.kind})`);
			for (const difference of differences) console.log(`         ${difference}`);
		}
	} finally {
		await program.remove();
	}
	console.log(`\n${cases.length - differing} of ${cases.length} ${what} are right.`);
	process.exit(differing === 0 ? 0 : 1);
}
