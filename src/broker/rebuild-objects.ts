// Derives all objects for an index that is built anew, from one state of the records; knows no engine and no thread.
import { setImmediate as messages } from 'node:timers/promises';
import type { Identifier } from '../identifiers/index.ts';
import type { Description } from '../links/description.ts';
import type { Id, LinkRecords, LinkStore, Placement, RecordStream } from '../ports/records/link-store.ts';
import type { ObjectBuilder, SearchIndex } from '../ports/search/search-index.ts';
import { deriveIdentityObjects, deriveVersionObjects, identityObject } from './derive-objects.ts';
import { inSteps } from './in-steps.ts';

/** Says which generation the objects are for, and the name of the state of the records to derive them from. */
export type ObjectsOrder = { generation: number; state: string };

/** The objects of a generation, while they are filled in. */
export type FillingObjects = {
	/** Resolves when the state is being read: then it need not be held for this any longer. */
	begun: Promise<void>;
	/** Resolves when all are filled in. */
	filled: Promise<void>;
	/** Has it end soon, without them. */
	stop(): void;
};

/** Fills in the objects of a generation whose links another thread derives meanwhile, with handles of this one. */
export function fillObjectsApart(
	store: LinkStore,
	index: Pick<SearchIndex, 'buildObjects'>,
	{ generation, state }: ObjectsOrder,
	onDerived: (more: number) => void,
): FillingObjects {
	const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
	let stopped = false;
	const filled = store.snapshot(
		async (records, stream) => {
			resolve();
			const builder = await index.buildObjects?.(generation);
			if (!builder) throw new Error('This search index is built by one thread alone.');
			try {
				for await (const _ of fillObjects(records, stream, builder, onDerived)) {
					await messages();
					if (stopped) throw new Error('The objects are wanted no longer.');
				}
				await builder.finish();
			} catch (error) {
				await builder.abandon();
				throw error;
			}
		},
		{ of: state },
	);
	filled.catch(reject);
	return {
		begun,
		filled,
		stop() {
			stopped = true;
		},
	};
}

// One step holds no more than this: so little that most of it is no more when garbage is collected (with 250 identifiers instead of 100, read 2,000
// instead of 500 at a time, building a million links took 23 to 24 instead of 21 to 22.5 s of a processor; with 50 it was no less).
const identifiersPerStep = 100;
const familiesPerStep = 60;

/** Writes objects in the order in which an index of many keeps them, Version groups from the highest id down and then Identity groups. */
export async function* fillObjects(
	records: LinkRecords,
	stream: RecordStream,
	builder: Pick<ObjectBuilder, 'addObjects'>,
	onDerived: (more: number) => void,
): AsyncGenerator<void> {
	for await (const versions of stream.families()) {
		for (const step of inSteps(versions, familiesPerStep)) {
			await builder.addObjects(await deriveVersionObjects(records, step));
			yield;
		}
	}
	for await (const rows of stream.identifiers()) {
		for (const step of inSteps(rows, identifiersPerStep)) {
			const alone = step.filter(({ alone }) => alone);
			const shared = step.filter(({ id, identity, alone }) => !alone && id === identity);
			const objects = [...(await aloneObjects(records, alone)), ...(await deriveIdentityObjects(records, shared))];
			await builder.addObjects(objects.sort((one, other) => one.group - other.group));
			yield;
		}
		onDerived(rows.length);
	}
}

type StreamedIdentifier = Identifier & Placement & { description: Id | null };

async function aloneObjects(records: LinkRecords, alone: readonly StreamedIdentifier[]) {
	const ids = [...new Set(alone.flatMap(({ description }) => (description === null ? [] : [description])))];
	const texts = await records.descriptions(ids);
	const descriptions = new Map(texts.map(([id, text]) => [id, JSON.parse(text) as Description]));
	return alone.map(({ id, scheme, key, value, description }) =>
		identityObject({
			group: id,
			version: id,
			identifiers: [{ scheme, key, value }],
			description: (description !== null && descriptions.get(description)) || {},
		}),
	);
}
