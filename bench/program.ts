// The real program on data of its own, run as its users do: the command line and the server as child processes; knows no measure.
import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, type Running, runScript, startScript } from './children.ts';

const script = fileURLToPath(new URL('../bin/link-broker.js', import.meta.url));

/** The program on one folder of data, with the settings that it has by default. */
export type Program = {
	folder: string;
	environment: Readonly<Record<string, string>>;
	/** Runs a command to its end; fails where the command does. */
	run(...words: string[]): Promise<Ended>;
	/** Loads files and answers what that took, and the seconds that the program itself counted, without its start and its end. */
	load(...files: string[]): Promise<Ended & { links: number; loadingSeconds: number }>;
	/** Serves on a free port; `said` is its address. */
	serve(): Promise<Running>;
	/** Makes an account and answers a token of it. */
	token(): Promise<string>;
	/** Sums up the sizes of all files. */
	bytesOnDisk(): number;
	/** Reads all files once, so that the system has them at hand as far as there is room. */
	readFiles(): Promise<void>;
};

/** Prepares the program on a new folder. */
export function openProgram(folder: string): Program {
	mkdirSync(folder);
	const environment = {
		DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`,
		SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
		PORT: '0',
	};
	const run = (...words: string[]) => runScript(script, words, environment);
	return {
		folder,
		environment,
		run,
		async load(...files) {
			const ended = await run('events', 'load', '--json', ...files);
			const { links, seconds } = JSON.parse(ended.output) as { links: number; seconds: number };
			return { ...ended, links, loadingSeconds: seconds };
		},
		serve: () => startScript(script, ['serve'], environment, / is serving on (\S+)\n/),
		async token() {
			await run('users', 'create', 'bench@example.org', '-a', '--password=correct horse');
			const { output } = await run('tokens', 'create', '--name', 'bench', '--user', 'bench@example.org');
			return output.trim();
		},
		bytesOnDisk: () => bytesIn(folder),
		async readFiles() {
			for (const name of readdirSync(folder)) {
				for await (const _ of createReadStream(join(folder, name), { highWaterMark: 1 << 20 }));
			}
		},
	};
}

/** Sums up the sizes of the files in a folder. */
export function bytesIn(folder: string): number {
	return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
