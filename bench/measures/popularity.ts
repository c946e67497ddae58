// Measures whether popularity costs: one more citation, and one more identifier, of an object with very many relationships beside one with ten.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex, openStores } from '../../src/app/compose.ts';
import { applyClaimed } from '../../src/app/workers/event-worker.ts';
import { updateIndex } from '../../src/broker/update-index.ts';
import { readLinks } from '../../src/formats/scholix/read-links.ts';
import type { LinkStore } from '../../src/ports/records/link-store.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import { readSettings } from '../../src/settings.ts';
import { writeLines } from '../link-files.ts';
import { type Finding, type Measure, number } from '../measure.ts';
import { median } from '../percentile.ts';
import { openProgram } from '../program.ts';
import type { Workbench } from '../workbench.ts';

const few = 10;
const warmUps = 5;

type Relation = 'Cites' | 'IsIdenticalTo';

/** The two objects that are compared, and what is cited by one work alone each: groups of 1 to merge into theirs. */
const popular = '10.1000/popular';
const modest = '10.1000/modest';
const single = (position: number) => `10.1000/single.${position}`;

/** Has one more work cite the object. */
export const citationMeasure: Measure = {
	name: 'citation',
	run: (bench) =>
		compare(bench, 'citation', 1.5, (many) => `one more citation of an object that has ${number(many)}`, {
			relation: 'Cites',
			ends: (object, position) => [`10.1000/new.${position}`, object],
		}),
};

/** Merges a group of 1, itself cited once, into the object's. */
export const mergeMeasure: Measure = {
	name: 'merge',
	run: (bench) =>
		compare(bench, 'merge', 2, (many) => `merge a group of 1 into one with ${number(many)} relationships`, {
			relation: 'IsIdenticalTo',
			ends: (object, position) => [single(position), object],
		}),
};

type Change = { relation: Relation; ends(object: string, position: number): readonly [source: string, target: string] };

async function* compare(
	bench: Workbench,
	name: string,
	most: number,
	what: (many: number) => string,
	{ relation, ends }: Change,
): AsyncGenerator<Finding> {
	const { repetitions, popular: many } = bench.scale;
	const rounds = warmUps + repetitions;
	const program = openProgram(join(bench.folder, name));
	const file = join(bench.folder, `${name}.jsonl`);
	writeLines(file, () => links(many, rounds * 2));
	bench.say(`loading an object with ${many} relationships`);
	await program.load(file);
	const settings = readSettings(program.environment);
	const stores = await openStores(settings);
	const index = await openIndex(settings.search);
	const took: { popular: number[]; modest: number[] } = { popular: [], modest: [] };
	for (let round = 0; round < rounds; round++) {
		// In turn, so that both meet the same state of the machine.
		const ofPopular = await timeLink(stores.links, index, link(...ends(popular, round * 2), relation));
		const ofModest = await timeLink(stores.links, index, link(...ends(modest, round * 2 + 1), relation));
		if (round < warmUps) continue;
		took.popular.push(ofPopular);
		took.modest.push(ofModest);
	}
	await index.close();
	await stores.close();
	rmSync(program.folder, { recursive: true });
	yield {
		what: what(many),
		value: { amount: median(took.popular) * 1_000, unit: 'µs' },
		limit: { what: `with ${few}`, figure: { amount: median(took.modest) * 1_000, unit: 'µs' } },
		target: { of: 'ratio', most },
	};
}

function* links(many: number, singles: number): Generator<string> {
	for (let citing = 0; citing < many; citing++) yield link(`10.1000/citing.${citing}`, popular, 'Cites');
	for (let citing = 0; citing < few; citing++) yield link(`10.1000/citing.${citing}`, modest, 'Cites');
	for (let position = 0; position < singles; position++)
		yield link(`10.1000/citing.${position}`, single(position), 'Cites');
}

function link(source: string, target: string, relation: Relation): string {
	const end = (id: string) => ({ Identifier: { ID: id, IDScheme: 'doi' }, Type: { Name: 'literature' } });
	return JSON.stringify({
		LinkPublicationDate: '2020-01-01',
		LinkProvider: [{ Name: 'Crossref' }],
		RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
		Source: end(source),
		Target: end(target),
	});
}

const worker = { name: 'bench', now: Date.now };
const leaseMilliseconds = 60_000;

/**
 * Times the broker's own steps with an event of one link, in milliseconds: applying it and bringing it into the index. Storing it before that
 * waits for the disk, takes the same for every event, and would hide the rest.
 */
async function timeLink(store: LinkStore, index: SearchIndex, link: string): Promise<number> {
	const payload = Buffer.from(`[${link}]`);
	const batch = readLinks(payload, { maxLinks: 1 });
	const now = Date.now();
	const submitted = { eventId: randomUUID(), payload, links: 1, noindex: false, userId: null, now };
	const event = await store.acceptClaimed(submitted, worker.name, now + leaseMilliseconds);
	const startedAt = performance.now();
	const counts = await applyClaimed(store, event, batch, worker);
	const marks = await updateIndex(store, index);
	const milliseconds = performance.now() - startedAt;
	if (counts?.newRelationships !== 1 || marks !== 1) throw new Error('the link was not applied and indexed');
	return milliseconds;
}
