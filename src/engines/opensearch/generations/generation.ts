// Creates, finds and removes generations, each an index of the cluster by itself.
//
//              begin              finish, with its sync token         switchTo
//   missing ─────────▶ being built ───────────────────▶ complete ────────▶ active
//       ▲                   │                              │                  │
//       └──── remove ◀──────┴──────────────────────────────┴─ a later one ────┘
//
// Whether it is complete is stored in its index (`_meta`), and which one is active in the agreed
// state: its number only grows.
import {
	type Built,
	type IndexFormats,
	isUsable,
	type Outdated,
	outdatedIn,
} from '../../../ports/search/index-format.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { analysis, mappings } from '../documents/fields.ts';

// A generation that is being built is discarded where a disk is lost: it needs no replicas. But
// what was written has to survive the end of a node, or links would be missing unnoticed.
const whileBuilt = { number_of_replicas: 0, auto_expand_replicas: false, 'translog.durability': 'request' } as const;
const whenComplete = { auto_expand_replicas: '0-1', 'translog.durability': 'request' } as const;

/**
 * Where generations are: `prefix` begins the names of their indexes; and the formats of those that
 * are used.
 */
export type Place = { cluster: Cluster; prefix: string; formats: IndexFormats };

/** Returns the name of the index of a generation: `link-broker-g3`. */
export function generationName({ prefix }: Pick<Place, 'prefix'>, generation: number): string {
	return `${prefix}-g${generation}`;
}

/**
 * Returns the alias through which a generation is written. Writes require an alias, so a late one
 * cannot create a removed index again.
 */
export function writeAlias(place: Place, generation: number): string {
	return `${generationName(place, generation)}-write`;
}

type Making = { shards: number; alias: string; syncToken?: string };

/**
 * Creates the empty index of a generation, with this many primary shards, complete where its sync
 * token is given; an existing one stays.
 */
export async function createGeneration(place: Place, generation: number, making: Making): Promise<void> {
	const { shards, alias, syncToken } = making;
	await createIndex(place.cluster, generationName(place, generation), {
		aliases: { [alias]: {} },
		settings: {
			...(syncToken === undefined ? whileBuilt : whenComplete),
			number_of_shards: shards,
			// Only its writer refreshes it: each shard shows all of an update or nothing.
			refresh_interval: -1,
			'replication.type': 'DOCUMENT',
			analysis,
		},
		mappings: { ...(syncToken !== undefined && metaOf(place, syncToken)), ...mappings },
	});
}

/** Creates an index; an existing one stays. */
export async function createIndex(
	{ sendWithRetry }: Cluster,
	name: string,
	body: { aliases?: object; settings: object; mappings: object },
): Promise<void> {
	const request = { method: 'PUT', path: `/${name}`, body, ignore: [400] } as const;
	const { error } = (await sendWithRetry<{ error?: { type?: string } }>(request)).body;
	if (error && error.type !== 'resource_already_exists_exception') {
		throw new Error(`OpenSearch does not make ${name}: ${JSON.stringify(error)}`);
	}
}

function metaOf({ formats }: Place, syncToken: string): object {
	return { _meta: { format: formats.written, flagRules: formats.flagRules, syncToken } };
}

// Where nodes or disks for the copies are missing, searches should not wait for them.
const copiesSeconds = 20;

/**
 * Completes a filled generation, durable and visible, with this sync token, once each shard has its
 * copy on another node: the end of a node after the switch does not affect searches.
 */
export async function completeGeneration(place: Place, generation: number, syncToken: string): Promise<void> {
	const index = generationName(place, generation);
	const { sendWithRetry } = place.cluster;
	await sendWithRetry({ method: 'PUT', path: `/${index}/_settings`, body: { index: whenComplete } });
	await sendWithRetry({ method: 'POST', path: `/${index}/_flush` });
	await refresh(place, generation);
	const query = { wait_for_status: 'green', timeout: `${copiesSeconds}s` };
	await sendWithRetry({ method: 'GET', path: `/_cluster/health/${index}`, query, ignore: [408] });
	await sendWithRetry({ method: 'PUT', path: `/${index}/_mapping`, body: metaOf(place, syncToken) });
}

/** Makes the writes to a generation visible to snapshots that are opened from now on. */
export async function refresh(place: Place, generation: number): Promise<void> {
	await place.cluster.sendWithRetry({ method: 'POST', path: `/${generationName(place, generation)}/_refresh` });
}

/** Whether a generation exists, complete and in a format that this program reads. */
export async function isComplete(place: Place, generation: number): Promise<boolean> {
	return (await builtSyncToken(place, generation)) !== undefined;
}

/** Returns what of a complete generation is older than what this program writes. */
export async function outdatedOf(place: Place, generation: number): Promise<Outdated | undefined> {
	const meta = await readMeta(place, generation);
	return meta && outdatedIn(builtOf(meta), place.formats);
}

/**
 * Reads the sync token with which a generation was completed; undefined where it is not complete.
 * Fails with `index-behind` where a newer program has built it.
 */
export async function builtSyncToken(place: Place, generation: number): Promise<string | undefined> {
	return (await readComplete(place, generation))?.syncToken;
}

/**
 * Reads with what a generation was completed; undefined where it is not complete, or in a format that
 * is too old. Fails as builtSyncToken does.
 */
export async function readComplete(
	place: Place,
	generation: number,
): Promise<(Built & { syncToken: string }) | undefined> {
	const meta = await readMeta(place, generation);
	if (!meta || !isUsable(Number(meta.format), place.formats)) return undefined;
	return { ...builtOf(meta), syncToken: meta.syncToken };
}

/** Formats before 17 have no rules of flags. */
type Meta = { format: number; flagRules?: number; syncToken: string };

function builtOf({ format, flagRules = 0 }: Meta): Built {
	return { format: Number(format), flagRules };
}

async function readMeta(place: Place, generation: number): Promise<Meta | undefined> {
	return (await readMapping<{ mappings?: { _meta?: Meta } }>(place, generation))?.mappings?._meta;
}

/** Whether a generation exists, complete or not. */
export async function isThere(place: Place, generation: number): Promise<boolean> {
	return (await readMapping(place, generation)) !== undefined;
}

async function readMapping<Mapping>(place: Place, generation: number): Promise<Mapping | undefined> {
	const index = generationName(place, generation);
	const request = { method: 'GET', path: `/${index}/_mapping`, ignore: [404] } as const;
	return (await place.cluster.send<Record<string, Mapping>>(request)).body[index];
}

export async function countDocuments(place: Place, generation: number): Promise<number> {
	await refresh(place, generation);
	const path = `/${generationName(place, generation)}/_count`;
	return (await place.cluster.sendWithRetry<{ count: number }>({ method: 'GET', path })).body.count;
}

/**
 * Removes a generation, if it exists. Fails with `unavailable` if the node is silent, because it may
 * remove the generation later.
 */
export async function removeGeneration(place: Place, generation: number): Promise<void> {
	const path = `/${generationName(place, generation)}`;
	// Otherwise another node would remove it at once, and the silent one, later, its successor.
	await place.cluster.sendWithRetry({ method: 'DELETE', path, ignore: [404], whenSilent: 'fail' });
}

export async function removeGenerationsBelow(place: Place, generation: number): Promise<void> {
	const start = `${place.prefix}-g`;
	const { body } = await place.cluster.sendWithRetry<object>({ method: 'GET', path: `/${start}*/_alias` });
	for (const name of Object.keys(body)) {
		const number = name.slice(start.length);
		if (/^\d+$/.test(number) && Number(number) < generation) await removeGeneration(place, Number(number));
	}
}
