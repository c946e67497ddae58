// Holds what the measures share: the stream of links, and the store that grows in the course of a
// run, made when it is first asked for.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, startCluster } from './cluster.ts';
import type { LinkStream } from './generate-links.ts';
import { bytesIn, type Loaded, openProgram, type Program } from './program.ts';
import type { Finding } from './report.ts';
import type { Scale } from './scale.ts';

/** A measure has a name to choose it by, and yields the rows of the table that it finds. */
export type Measure = { name: string; run(bench: Workbench): AsyncGenerator<Finding> };

/** The program with links loaded. `links` and `loads` tell of all that it holds. */
export type Store = { program: Program; links: number; loads: (Loaded & { bytesOnDisk: number })[] };

/** What the measures of one run share. */
export type Workbench = {
	scale: Scale;
	seed: number;
	/** Real files of links that were named on the command line. */
	files: readonly string[];
	/** Where the run may write; empty at first. */
	folder: string;
	/** The links that the store has not been given yet. */
	stream: LinkStream;
	/** Reports progress. */
	say(text: string): void;
	/** See firstLinks, loadedStore, clusterOf and clusterStore. */
	firstLinks?: string;
	store?: Store;
	cluster?: Promise<Cluster>;
	clusterStore?: Store;
};

/** Writes the next links of the stream into a new file and answers its path. */
export function nextLinks({ folder, stream, say }: Workbench, name: string, count: number): string {
	say(`generating ${count} links`);
	const path = join(folder, `${name}.jsonl`);
	writeLines(path, take(stream, count));
	return path;
}

/** Answers the path of the stream's first `scale.links`, which the store is loaded from. */
export function firstLinks(bench: Workbench): string {
	bench.firstLinks ??= nextLinks(bench, 'links', bench.scale.links);
	return bench.firstLinks;
}

/** Resolves to the store of `scale.links`, or of more once it has grown. */
export async function loadedStore(bench: Workbench): Promise<Store> {
	if (bench.store) return bench.store;
	const file = firstLinks(bench);
	bench.store = openStore(bench, 'store');
	await loadInto(bench, bench.store, file);
	return bench.store;
}

/** Resolves to the same store, of at least `scale.storeLinks`. */
export async function grownStore(bench: Workbench): Promise<Store> {
	const store = await loadedStore(bench);
	const missing = bench.scale.storeLinks - store.links;
	if (missing > 0) await loadInto(bench, store, nextLinks(bench, 'more', missing));
	return store;
}

/** Opens a store with nothing in it. */
export function openStore({ folder }: Workbench, name: string): Store {
	return { program: openProgram(join(folder, name)), links: 0, loads: [] };
}

/** Loads a file into a store. */
export async function loadInto({ say }: Workbench, store: Store, file: string): Promise<Loaded> {
	say(`loading ${file}`);
	const loaded = await store.program.load(file);
	store.links += loaded.links;
	store.loads.push({ ...loaded, bytesOnDisk: bytesIn(store.program.folder) });
	return loaded;
}

/** Resolves to the services of this run, which are started when they are first asked for. */
export function clusterOf(bench: Workbench): Promise<Cluster> {
	bench.cluster ??= startCluster(bench.folder, bench.say);
	return bench.cluster;
}

/** Resolves to a store of the stream's first `scale.clusterLinks` on PostgreSQL and OpenSearch. */
export async function clusterStore(bench: Workbench): Promise<Store> {
	if (bench.clusterStore) return bench.clusterStore;
	const cluster = await clusterOf(bench);
	bench.clusterStore = { program: await cluster.openProgram('cluster'), links: 0, loads: [] };
	await loadInto(bench, bench.clusterStore, nextLinks(bench, 'cluster', bench.scale.clusterLinks));
	return bench.clusterStore;
}

const blockLength = 1 << 20;

/** Writes lines into a new file, each with its end. */
export function writeLines(path: string, lines: Iterable<string>): void {
	const file = openSync(path, 'w');
	let block = '';
	for (const line of lines) {
		block += `${line}\n`;
		if (block.length < blockLength) continue;
		writeSync(file, block);
		block = '';
	}
	writeSync(file, block);
	closeSync(file);
}

/** Yields the next links of a stream. */
export function* take(stream: LinkStream, count: number): Generator<string> {
	for (let link = 0; link < count; link++) yield stream.next();
}

/** Makes the body of a submission from the next links of a stream. */
export function nextBody(stream: LinkStream, links: number): Buffer<ArrayBuffer> {
	return Buffer.from(`[${[...take(stream, links)].join()}]`);
}
