// Holds what the measures share: the stream of links, and the store, which is created on demand and
// grows during a run.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, startCluster } from './cluster.ts';
import type { LinkStream } from './generate-links.ts';
import { bytesIn, type Loaded, openProgram, type Program } from './program.ts';
import type { Finding } from './report.ts';
import type { Scale } from './scale.ts';

/** A measure has a name for `--only`, and yields its rows. */
export type Measure = { name: string; run(bench: Workbench): AsyncGenerator<Finding> };

/** The program with the links in it, and the loads that brought them. */
export type Store = { program: Program; links: number; loads: (Loaded & { bytesOnDisk: number })[] };

/** The things that the measures of one run share. */
export type Workbench = {
	scale: Scale;
	seed: number;
	/** The files of `--file`. */
	files: readonly string[];
	/** The folder of the run; empty at first. */
	folder: string;
	/** The links that are not yet in the store. */
	stream: LinkStream;
	/** Prints progress. */
	log(text: string): void;
	/** See firstLinks, loadedStore, clusterOf and clusterStore. */
	firstLinks?: string;
	store?: Store;
	cluster?: Promise<Cluster>;
	clusterStore?: Store;
};

/** Writes the next links of the stream into a new file. Returns its path. */
export function nextLinks({ folder, stream, log }: Workbench, name: string, count: number): string {
	log(`generating ${count} links`);
	const path = join(folder, `${name}.jsonl`);
	writeLines(path, take(stream, count));
	return path;
}

/** Returns the path of the first `scale.links` of the stream, which fill the store. */
export function firstLinks(bench: Workbench): string {
	bench.firstLinks ??= nextLinks(bench, 'links', bench.scale.links);
	return bench.firstLinks;
}

/** Resolves to the store of at least `scale.links`. */
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

/** Opens an empty store. */
export function openStore({ folder }: Workbench, name: string): Store {
	return { program: openProgram(join(folder, name)), links: 0, loads: [] };
}

/** Loads a file into a store. */
export async function loadInto({ log }: Workbench, store: Store, file: string): Promise<Loaded> {
	log(`loading ${file}`);
	const loaded = await store.program.load(file);
	store.links += loaded.links;
	store.loads.push({ ...loaded, bytesOnDisk: bytesIn(store.program.folder) });
	return loaded;
}

/** Resolves to the services of this run, which are started on first use. */
export function clusterOf(bench: Workbench): Promise<Cluster> {
	bench.cluster ??= startCluster(bench.folder, bench.log);
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

/** Writes lines into a new file. */
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

/** Creates the body of a submission from the next links of a stream. */
export function nextBody(stream: LinkStream, links: number): Buffer<ArrayBuffer> {
	return Buffer.from(`[${[...take(stream, links)].join()}]`);
}
