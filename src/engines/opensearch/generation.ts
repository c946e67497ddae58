// Makes, finds and removes the generations of an index, each an index of the cluster by itself, and says what their fields are; knows no documents.
import type { Cluster } from './cluster.ts';

/**
 * Numbers the format of a generation; kept with it once it is complete. A change of the fields, of what documents hold or of the analysis of text
 * takes the next number, and indexes of other numbers must be rebuilt.
 */
export const formatNumber = 1;

/** Names the index of a generation: `link-broker-g3`. */
export function generationName(prefix: string, generation: number): string {
	return `${prefix}-g${generation}`;
}

/**
 * Names the alias through which a generation is written. Writes insist on an alias, so that one that comes too late cannot make an index
 * anew that was removed.
 */
export function writeAlias(prefix: string, generation: number): string {
	return `${generationName(prefix, generation)}-write`;
}

/** Bounds how deep pages reach by number; a little more than the broker asks for. */
export const resultWindow = 12_000;

// Short beginnings of words, which lead many words, are words of their own beside the text (index_prefixes); the words that a longer one leads are
// few enough to be listed.
const words = {
	type: 'text',
	analyzer: 'tokens',
	norms: false,
	index_prefixes: { min_chars: 1, max_chars: 5 },
} as const;

/**
 * A generation holds two kinds of documents. Objects (`i5`, `v5`: of an Identity or Version group) have `group`, `version`, `keys` and, unread by the
 * cluster, `identifiers`, `copy` and `document`. Links as seen from one of their ends have all else; see link-document.ts.
 */
const properties = {
	group: { type: 'long' },
	level: { type: 'keyword', doc_values: false },
	keys: { type: 'keyword', doc_values: false },
	at: { type: 'keyword', doc_values: false },
	to: { type: 'keyword', doc_values: false },
	relation: { type: 'keyword', doc_values: false },
	seen: { type: 'byte', index: false },
	latest: { type: 'double', index: false },
	instants: { type: 'double' },
	sort: { type: 'keyword', index: false },
	type: { type: 'keyword' },
	year: { type: 'short' },
	title: words,
	creator: words,
	publisher: words,
	keyword: words,
	identifier: words,
	provider: words,
} as const;

/** Counts the shards of a generation: one, so that a refresh shows all of an update or nothing. */
const shards = 1;

/** What cannot be lost more than a build in progress needs neither copies nor a sync with every request. */
const whileBuilt = { number_of_replicas: 0, auto_expand_replicas: false, 'translog.durability': 'async' } as const;
const whenComplete = { auto_expand_replicas: '0-1', 'translog.durability': 'request' } as const;

const analysis = {
	analyzer: { tokens: { type: 'custom', tokenizer: 'spaces' } },
	// Tokens come analysed, at most 256 UTF-16 units long.
	tokenizer: { spaces: { type: 'whitespace', max_token_length: 1024 } },
} as const;

/** Makes the empty index of a generation, unfinished unless `complete`; one that is there already stays as it is. */
export async function createGeneration(
	cluster: Cluster,
	prefix: string,
	generation: number,
	{ complete }: { complete: boolean },
): Promise<void> {
	const name = generationName(prefix, generation);
	await createIndex(cluster, name, {
		aliases: { [writeAlias(prefix, generation)]: {} },
		settings: {
			...(complete ? whenComplete : whileBuilt),
			number_of_shards: shards,
			// Only its writer makes changes visible.
			refresh_interval: -1,
			max_result_window: resultWindow,
			'replication.type': 'DOCUMENT',
			analysis,
		},
		mappings: { ...(complete && { _meta: { format: formatNumber } }), dynamic: false, properties },
	});
}

/** Makes an index; one that is there already stays as it is. */
export async function createIndex(cluster: Cluster, name: string, definition: object): Promise<void> {
	const { status, body } = await cluster.insist<{ error?: { type?: string } }>({
		method: 'PUT',
		path: `/${name}`,
		body: definition,
		accept: [400],
	});
	if (status === 400 && body.error?.type !== 'resource_already_exists_exception') {
		throw new Error(`OpenSearch does not make ${name}: ${JSON.stringify(body)}`);
	}
}

/** Marks a generation that was filled as complete and makes it durable. */
export async function completeGeneration(cluster: Cluster, prefix: string, generation: number): Promise<void> {
	const name = generationName(prefix, generation);
	const settings = { index: whenComplete };
	await cluster.insist({ method: 'PUT', path: `/${name}/_settings`, body: settings });
	await cluster.insist({ method: 'POST', path: `/${name}/_flush` });
	await refresh(cluster, name);
	await cluster.insist({ method: 'PUT', path: `/${name}/_mapping`, body: { _meta: { format: formatNumber } } });
}

/** Makes what was written to an index visible to searches that begin now. */
export async function refresh(cluster: Cluster, name: string): Promise<void> {
	await cluster.insist({ method: 'POST', path: `/${name}/_refresh` });
}

type Mappings = Record<string, { mappings: { _meta?: { format?: number } } }>;

/** Tells whether a generation is there, complete and in this program's format. */
export async function isComplete(cluster: Cluster, prefix: string, generation: number): Promise<boolean> {
	const name = generationName(prefix, generation);
	const { status, body } = await cluster.ask<Mappings>({ method: 'GET', path: `/${name}/_mapping`, accept: [404] });
	return status === 200 && body[name]?.mappings._meta?.format === formatNumber;
}

/** Removes a generation if it is there. */
export async function removeGeneration(cluster: Cluster, prefix: string, generation: number): Promise<void> {
	await cluster.insist({ method: 'DELETE', path: `/${generationName(prefix, generation)}`, accept: [404] });
}

/** Removes all generations below a number. */
export async function removeGenerationsBelow(cluster: Cluster, prefix: string, generation: number): Promise<void> {
	const { body } = await cluster.insist<object>({ method: 'GET', path: `/${prefix}-g*/_alias` });
	const begin = `${prefix}-g`;
	for (const name of Object.keys(body)) {
		const number = name.slice(begin.length);
		if (/^\d+$/.test(number) && Number(number) < generation) await removeGeneration(cluster, prefix, Number(number));
	}
}
