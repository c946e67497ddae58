// What the measures share: the stream of links, the store that grows in the course of a run, the bare loader's database; made when first asked for.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript } from './children.ts';
import { createLinkStream } from './generate-links.ts';
import { writeLinks } from './link-files.ts';
import { bytesIn, openProgram, type Program } from './program.ts';
import type { Scale } from './scale.ts';

const bareLoader = fileURLToPath(new URL('./bare-loader.ts', import.meta.url));

/** What a load took: of the program, or of the bare loader. */
export type Loaded = { links: number; seconds: number; peakBytes: number | null; bytesOnDisk: number };

/** What a load by the program took; of that `loadingSeconds` as it counts itself, without its start and its end. */
export type ProgramLoaded = Loaded & { loadingSeconds: number };

/** The program with links loaded; `links` and `loads` tell of all that it holds. */
export type Store = { program: Program; links: number; loads: ProgramLoaded[] };

export type Workbench = {
	scale: Scale;
	seed: number;
	/** Real files of links to load, if any were named. */
	files: readonly string[];
	/** Where the run may write; removed at its end. */
	folder: string;
	/** The most memory of each `serve` that has ended, of those that were searched alone and of those that took submissions. */
	servePeaks: { searched: number[]; submitted: number[] };
	/** Says what goes on. */
	say(text: string): void;
	/** Does something once in a run: again for the same name, it answers what was found the first time. */
	once<T>(name: string, make: () => Promise<T>): Promise<T>;
	/** Writes the next links of the stream into a file and answers its path. */
	nextLinks(name: string, count: number): string;
	/** The file of the stream's first `scale.links`. */
	links(): Promise<string>;
	/** Runs the bare loader on files. */
	loadBare(name: string, files: readonly string[]): Promise<Loaded & { database: string }>;
	/** The bare loader's database of `links`. */
	bare(): Promise<Loaded & { database: string }>;
	/** A store of `scale.links` (of more, once it has grown). */
	loaded(): Promise<Store>;
	/** The same store, of at least `scale.storeLinks`. */
	grown(): Promise<Store>;
};

/** Opens a workbench on an empty folder. */
export function openWorkbench(
	folder: string,
	scale: Scale,
	seed: number,
	files: readonly string[],
	say: (text: string) => void,
): Workbench {
	const stream = createLinkStream(seed);
	const made = new Map<string, Promise<unknown>>();
	const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
		if (!made.has(name)) made.set(name, make());
		return made.get(name) as Promise<T>;
	};
	const bench: Workbench = {
		scale,
		seed,
		files,
		folder,
		servePeaks: { searched: [], submitted: [] },
		say,
		once,
		nextLinks(name, count) {
			say(`generating ${count} links`);
			const path = join(folder, `${name}.jsonl`);
			writeLinks(path, stream, count);
			return path;
		},
		links: () => once('links', async () => bench.nextLinks('links', scale.links)),
		loadBare: (name, given) => loadBare(bench, name, given),
		bare: () => once('bare', async () => loadBare(bench, 'bare', [await bench.links()])),
		loaded: () =>
			once('loaded', async () => {
				const links = await bench.links();
				const store: Store = { program: openProgram(join(folder, 'store')), links: 0, loads: [] };
				await load(bench, store, links);
				return store;
			}),
		grown: () =>
			once('grown', async () => {
				const store = await bench.loaded();
				const missing = scale.storeLinks - store.links;
				if (missing > 0) await load(bench, store, bench.nextLinks('more-links', missing));
				return store;
			}),
	};
	return bench;
}

/** Loads a file into a store with the real program. */
export async function load(bench: Workbench, store: Store, file: string): Promise<ProgramLoaded> {
	bench.say(`loading ${file}`);
	const ended = await store.program.load(file);
	const loaded = { ...ended, bytesOnDisk: store.program.bytesOnDisk() };
	store.links += ended.links;
	store.loads.push(loaded);
	return loaded;
}

async function loadBare(
	{ folder, say }: Workbench,
	name: string,
	files: readonly string[],
): Promise<Loaded & { database: string }> {
	say(`loading ${files.join(', ')} bare`);
	const home = join(folder, name);
	mkdirSync(home);
	const database = join(home, 'bare.db');
	const { output, ...ended } = await runScript(bareLoader, [database, ...files], {});
	const { links } = JSON.parse(output) as { links: number };
	return { ...ended, links, database, bytesOnDisk: bytesIn(home) };
}
