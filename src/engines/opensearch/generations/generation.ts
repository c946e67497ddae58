// Makes, finds and removes generations, each an index of the cluster by itself; knows no document.
import { BrokerError } from '../../../errors.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { analysis, formatNumber, mappings } from '../documents/fields.ts';

/** Names the index of a generation: `link-broker-g3`. */
export function generationName(prefix: string, generation: number): string {
	return `${prefix}-g${generation}`;
}

/**
 * Names the alias through which a generation is written. Writes require an alias, so that a late
 * one cannot make an index anew that was removed.
 */
export function writeAlias(prefix: string, generation: number): string {
	return `${generationName(prefix, generation)}-write`;
}

// A generation that is being built is thrown away where a disk is lost: it needs no replicas. But
// what was written has to survive the end of a node, or links would be missing without a word.
const whileBuilt = { number_of_replicas: 0, auto_expand_replicas: false, 'translog.durability': 'request' } as const;
const whenComplete = { auto_expand_replicas: '0-1', 'translog.durability': 'request' } as const;

/**
 * Makes the empty index of a generation, of so many primary shards, complete where its mark is
 * given; one that is there already stays as it is.
 */
export async function createGeneration(
	cluster: Cluster,
	prefix: string,
	generation: number,
	{ shards, mark, alias }: { shards: number; mark?: string; alias: string },
): Promise<void> {
	await createIndex(cluster, generationName(prefix, generation), {
		aliases: { [alias]: {} },
		settings: {
			...(mark === undefined ? whileBuilt : whenComplete),
			number_of_shards: shards,
			// Its writer alone refreshes it: each shard shows all of an update or nothing.
			refresh_interval: -1,
			'replication.type': 'DOCUMENT',
			analysis,
		},
		mappings: { ...(mark !== undefined && { _meta: { format: formatNumber, mark } }), ...mappings },
	});
}

/** Makes an index; one that is there already stays as it is. */
export async function createIndex(
	cluster: Cluster,
	name: string,
	{ aliases, settings, mappings }: { aliases?: object; settings: object; mappings: object },
): Promise<void> {
	const { body } = await cluster.sendWithRetry<{ error?: { type?: string } }>({
		method: 'PUT',
		path: `/${name}`,
		body: { aliases, settings, mappings },
		ignore: [400],
	});
	const { error } = body;
	if (error && error.type !== 'resource_already_exists_exception') {
		throw new Error(`OpenSearch does not make ${name}: ${JSON.stringify(error)}`);
	}
}

/** Makes a generation that was filled complete, durable and visible, with this mark. */
export async function completeGeneration(
	cluster: Cluster,
	prefix: string,
	generation: number,
	mark: string,
): Promise<void> {
	const index = generationName(prefix, generation);
	await cluster.sendWithRetry({ method: 'PUT', path: `/${index}/_settings`, body: { index: whenComplete } });
	await cluster.sendWithRetry({ method: 'POST', path: `/${index}/_flush` });
	await refresh(cluster, index);
	await waitForCopies(cluster, index);
	const body = { _meta: { format: formatNumber, mark } };
	await cluster.sendWithRetry({ method: 'PUT', path: `/${index}/_mapping`, body });
}

// Where nodes or disks for the copies are missing, searches are better off without them than
// waiting.
const copiesSeconds = 20;

/**
 * Waits until each shard has its copy on another node, so that a node that ends after the switch
 * takes nothing away from searches.
 */
async function waitForCopies(cluster: Cluster, index: string): Promise<void> {
	const query = { wait_for_status: 'green', timeout: `${copiesSeconds}s` };
	await cluster.sendWithRetry({ method: 'GET', path: `/_cluster/health/${index}`, query, ignore: [408] });
}

/** Makes what was written to an index visible to snapshots that are opened from now on. */
export async function refresh(cluster: Cluster, index: string): Promise<void> {
	await cluster.sendWithRetry({ method: 'POST', path: `/${index}/_refresh` });
}

/** Tells whether a generation is there, complete and in this program's format. */
export async function isComplete(cluster: Cluster, prefix: string, generation: number): Promise<boolean> {
	return (await builtMark(cluster, prefix, generation)) !== undefined;
}

/**
 * Tells the mark that a generation was completed with; undefined where it is not complete. Fails
 * with `index-behind` where a newer program has built it.
 */
export async function builtMark(cluster: Cluster, prefix: string, generation: number): Promise<string | undefined> {
	const index = generationName(prefix, generation);
	type Mappings = Record<string, { mappings?: { _meta?: { format: unknown; mark: string } } }>;
	const { body } = await cluster.send<Mappings>({ method: 'GET', path: `/${index}/_mapping`, ignore: [404] });
	const meta = body[index]?.mappings?._meta;
	if (meta && Number(meta.format) > formatNumber) throw newerFormat(Number(meta.format));
	return meta?.format === formatNumber ? meta.mark : undefined;
}

function newerFormat(format: number): BrokerError {
	return new BrokerError(
		'index-behind',
		`The search index was built by a newer program (format ${format}; this one knows ${formatNumber}). It is left ` +
			'as it is. Update this program.',
		{ retryAfterSeconds: 60 },
	);
}

/** Counts the documents of a generation. */
export async function countDocuments(cluster: Cluster, prefix: string, generation: number): Promise<number> {
	const index = generationName(prefix, generation);
	await refresh(cluster, index);
	const { body } = await cluster.sendWithRetry<{ count: number }>({ method: 'GET', path: `/${index}/_count` });
	return body.count;
}

/** Tells whether a generation is there, complete or not. */
export async function isThere(cluster: Cluster, prefix: string, generation: number): Promise<boolean> {
	const path = `/${generationName(prefix, generation)}/_mapping`;
	return (await cluster.send({ method: 'GET', path, ignore: [404] })).statusCode !== 404;
}

/** Removes a generation if it is there. */
export async function removeGeneration(cluster: Cluster, prefix: string, generation: number): Promise<void> {
	const index = generationName(prefix, generation);
	await cluster.sendWithRetry({ method: 'DELETE', path: `/${index}`, ignore: [404] });
}

/** Removes all generations below a number. */
export async function removeGenerationsBelow(cluster: Cluster, prefix: string, generation: number): Promise<void> {
	const start = generationName(prefix, 0).slice(0, -1);
	const { body } = await cluster.sendWithRetry<object>({ method: 'GET', path: `/${start}*/_alias` });
	for (const name of Object.keys(body)) {
		const number = name.slice(start.length);
		if (/^\d+$/.test(number) && Number(number) < generation) await removeGeneration(cluster, prefix, Number(number));
	}
}
