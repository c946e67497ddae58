// Graphs for tests in the field's notation: links written as `A = B` and `X cites C`, sent through
// the records and read back.

import { readAcceptedLinks } from '../formats/scholix/read-links.ts';
import { type Identifier, identifierText } from '../identifiers/index.ts';
import { type Description, describeAsText } from '../links/description.ts';
import type { Link, LinkBatch, LinkedObject, Provenance } from '../links/link.ts';
import { createBatchBuilder } from '../links/link-batch.ts';
import type { EventAction, EventCounts } from '../links/link-event.ts';
import { inverseRelationType, type Relation, relationCode } from '../links/relation.ts';
import type { ObjectDocument } from '../ports/search/index-content.ts';
import type { ClaimedEvent } from '../store/claims.ts';
import { asAssertion } from '../store/events.ts';
import type { Id, Placement } from '../store/graph.ts';
import type { Records, Transaction } from '../store/records.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { act, by } from '../store/suite/audit.fixture.ts';
import { applyEvent } from './apply-event.ts';
import { type GivenEvent, type Graph, nameOfFamily, nameOfHistoryItem, nameOfWork, type Scope } from './graph.model.ts';
import { deriveLinks } from './indexing/derive-links.ts';
import { deriveObjects } from './indexing/derive-objects.ts';

const verbs: Readonly<Record<string, Relation>> = {
	'=': 'IsIdenticalTo',
	hasVersion: 'HasVersion',
	cites: 'Cites',
	supplements: 'IsSupplementTo',
	relatesTo: 'IsRelatedTo',
};

/**
 * Reads links: `A = B`, `A hasVersion C`, `X cites C`, `X supplements Y`, `X relatesTo Y`, each
 * perhaps with `by Crossref on 2019` (else Zenodo, 2018-01-01). `A=B cites C` gives one object two
 * identifiers, `A@arxiv` a scheme other than doi. Letter case is spelling only.
 */
export function given(...texts: string[]): Link[] {
	return texts.map((text) => {
		const match = /^(\S+) (\S+) (\S+)(?: by (\S+))?(?: on (\S+))?$/.exec(text);
		const [, source, verb, target, provider = 'Zenodo', date = '2018-01-01'] = match ?? [];
		const relation = verbs[verb ?? ''];
		if (!source || !target || !relation) throw new Error(`not a link: ${text}`);
		return { source: objectNamed(source), relation, target: objectNamed(target), provenances: [{ provider, date }] };
	});
}

/** Makes a link that only says something of an object. */
export function about(name: string, description: Description): Link {
	return {
		source: objectNamed(name, description),
		relation: 'IsRelatedTo',
		target: objectNamed(name),
		provenances: [zenodo],
	};
}

const zenodo: Provenance = { provider: 'Zenodo', date: '2018-01-01' };

/** Makes an object of its identifiers, joined by `=`. */
export function objectNamed(names: string, description: Description = {}): LinkedObject {
	return { identifiers: names.split('=').map(identifierNamed), description };
}

function identifierNamed(name: string): Identifier {
	const [value = '', scheme = 'doi'] = name.split('@');
	return { scheme, value, key: value.toLowerCase() };
}

/** Writes links as a body of Scholix records; the provenances of each differ only in the provider. */
export function bodyOf(links: readonly Link[]): Uint8Array {
	return new TextEncoder().encode(JSON.stringify(links.map(recordOf)));
}

function recordOf({ source, relation, target, fromTarget, provenances }: Link): object {
	const { date, subType, subTypeSchema } = provenances[0] as Provenance;
	const [from, to] = fromTarget ? [target, source] : [source, target];
	// Cites would be kept as the SubType.
	const name = relation === 'Cites' ? 'References' : relation;
	return {
		Source: objectRecordOf(from),
		Target: objectRecordOf(to),
		RelationshipType: {
			Name: fromTarget ? inverseRelationType(name) : name,
			SubType: subType,
			SubTypeSchema: subTypeSchema,
		},
		LinkProvider: provenances.map(({ provider }) => ({ Name: provider })),
		LinkPublicationDate: date,
	};
}

function objectRecordOf({ identifiers, description }: LinkedObject): object {
	const Identifier = identifiers.map(({ scheme, value }) => ({ ID: value, IDScheme: scheme }));
	return { Type: { Name: 'unknown' }, ...description, Identifier };
}

/** The worker that holds events here, and when its leases end. */
export const testWorker = 'test';
export const forever = Number.MAX_SAFE_INTEGER;
let accepted = 0;

/** Accepts events in their order, without applying them; returns their ids. */
export async function accept(records: Records, events: readonly GivenEvent[]): Promise<string[]> {
	const fresh = events.map(({ links, noindex, action = 'assert', takesAll = false, userId = null }) => ({
		eventId: `given-${++accepted}`,
		...asAssertion,
		action,
		takesAll,
		payload: bodyOf(links),
		links: links.length,
		refused: 0,
		providers: action === 'withdraw' ? [] : batchOf(links).providers,
		noindex,
		userId,
		submittedBy: by,
		now: accepted,
	}));
	await records.accept(fresh);
	return fresh.map(({ eventId }) => eventId);
}

/**
 * Accepts events in their order and applies them in the order of `application`: positions, of which
 * any may come again (it is then run again). What is missing there comes last. Returns the counts
 * of each application.
 */
export async function receive(
	records: Records,
	events: readonly GivenEvent[],
	application: readonly number[] = [],
): Promise<EventCounts[]> {
	const eventIds = await accept(records, events);
	const claimed = await records.claim({ worker: testWorker, until: forever }, forever - 1, events.length);
	const missing = [...events.keys()].filter((position) => !application.includes(position));
	const applied = new Set<number>();
	const counts: EventCounts[] = [];
	for (const position of [...application, ...missing]) {
		let event = claimed[position] as ClaimedEvent;
		if (applied.has(position)) {
			await records.rerun(act, [eventIds[position] as string]);
			[event] = (await records.claim({ worker: testWorker, until: forever }, forever - 1, 1)) as [ClaimedEvent];
		}
		counts.push(await applyNow(records, event, (events[position] as GivenEvent).links));
		applied.add(position);
	}
	return counts;
}

/**
 * Accepts events in their order and applies all in one transaction, those of `application` first.
 * Returns their counts, in the order of acceptance.
 */
export async function receiveTogether(
	records: Records,
	events: readonly GivenEvent[],
	application: readonly number[] = [],
): Promise<EventCounts[]> {
	await accept(records, events);
	const claimed = await records.claim({ worker: testWorker, until: forever }, forever - 1, events.length);
	const order = [...new Set([...application, ...events.keys()])];
	return records.change(async (transaction) => {
		const counts: EventCounts[] = [];
		for (const position of order) {
			const event = claimed[position] as ClaimedEvent;
			const batch = batchOf((events[position] as GivenEvent).links, event.action);
			counts[position] = await applyInside(transaction, event, batch, records);
		}
		return counts;
	});
}

/** Applies links as what a claimed event says. */
export function applyNow(records: Records, event: ClaimedEvent, links: readonly Link[]): Promise<EventCounts> {
	return applyBatch(records, event, batchOf(links, event.action));
}

function batchOf(links: readonly Link[], action?: EventAction): LinkBatch {
	const builder = createBatchBuilder(action);
	for (const link of links) builder.add(link);
	return builder.build();
}

function applyBatch(records: Records, event: ClaimedEvent, batch: LinkBatch): Promise<EventCounts> {
	return records.change((transaction) => applyInside(transaction, event, batch, records));
}

async function applyInside(
	transaction: Transaction,
	event: ClaimedEvent,
	batch: LinkBatch,
	records: Records,
): Promise<EventCounts> {
	const counts = await applyEvent(transaction, event, batch, records);
	const isFinished = await transaction.finish([[event, counts]], testWorker, event.sequence);
	if (!isFinished) throw new Error('the claim was lost');
	return counts;
}

/** Accepts and applies a body of Scholix records as one event; returns its counts. */
export async function sendBody(
	records: Records,
	payload: Uint8Array,
	action: EventAction = 'assert',
): Promise<EventCounts> {
	const batch = readAcceptedLinks(payload, action);
	const { counts, providers } = batch;
	const eventId = `given-${++accepted}`;
	const { links } = counts;
	const fresh = {
		...asAssertion,
		action,
		takesAll: true,
		eventId,
		payload,
		links,
		refused: 0,
		providers,
		noindex: false,
		userId: null,
		submittedBy: by,
		now: accepted,
	};
	return applyBatch(records, await records.acceptClaimed(fresh, { worker: testWorker, until: forever }), batch);
}

/** Accepts and applies links as one event; returns its counts. */
export async function send(records: Records, links: readonly Link[], { noindex = false } = {}): Promise<EventCounts> {
	const [counts] = await receive(records, [{ links, noindex }]);
	return counts as EventCounts;
}

type Row = Placement & Identifier & { description: Id | null };

/**
 * Reads the graph back from the records, as the index would see it; `those` leaves out identifiers
 * of other worlds.
 */
export function readGraph(
	records: Records,
	scope: Scope = 'searchable',
	those: (identifier: Identifier) => boolean = () => true,
): Promise<Graph> {
	const read = async (transaction: Transaction, snapshot: Snapshot): Promise<Graph> => {
		const rows: Row[] = [];
		for await (const step of snapshot.identifiers()) rows.push(...step.filter(those));
		const works = Map.groupBy(rows, ({ identity }) => identity);
		const families = Map.groupBy(rows, ({ version }) => version);
		const nameOfIdentity = (group: Id) => nameOfWork(works.get(group) ?? []);
		const nameOfVersion = (group: Id) =>
			nameOfFamily([...new Set((families.get(group) ?? []).map(({ identity }) => nameOfIdentity(identity)))]);
		return {
			works: await readDescriptions(transaction, [...works.keys()], nameOfIdentity),
			...(await readFamilies(transaction, rows, nameOfVersion)),
			...(await readRelationships(transaction, rows, { identity: nameOfIdentity, version: nameOfVersion })),
		};
	};
	return scope === 'everything' ? records.snapshot(read) : records.change(read);
}

async function readDescriptions(
	transaction: Transaction,
	groups: readonly Id[],
	nameOf: (group: Id) => string,
): Promise<Record<string, string>> {
	const heads = await transaction.identifiers(groups);
	const texts = new Map(
		await transaction.texts(
			'description',
			heads.flatMap(({ description }) => description ?? []),
		),
	);
	return Object.fromEntries(
		heads.map(({ id, description }) => [
			nameOf(id),
			description === null ? '' : withoutFilled(texts.get(description) ?? '"?"'),
		]),
	);
}

function withoutFilled(text: string): string {
	const { Filled: _, ...description } = JSON.parse(text) as Description;
	return describeAsText(description);
}

/**
 * Reads the head and the description of each Version group: the object of the group says so, where
 * it has one.
 */
async function readFamilies(
	transaction: Transaction,
	rows: readonly Row[],
	nameOf: (group: Id) => string,
): Promise<Pick<Graph, 'families' | 'describedFamilies'>> {
	const named = new Map(rows.map((row) => [identifierText({ ...row, key: row.value }), row]));
	const workIn = (identifiers: readonly { ID: string; IDScheme: string }[]) =>
		nameOfWork(identifiers.map(({ ID, IDScheme }) => named.get(identifierText({ scheme: IDScheme, key: ID })) as Row));
	const groups = new Map(rows.map((row) => [row.identity, { ...row, id: row.identity }]));
	const objects = (await Array.fromAsync(deriveObjects(transaction, groups.values()))).flat();
	const families: Record<string, string> = {};
	const describedFamilies: Record<string, string> = {};
	// Objects of Version groups come later in this order and replace a work of the same name.
	for (const { level, group, document } of objects.toSorted((one, other) => one.level.localeCompare(other.level))) {
		const name = nameOf(group);
		if (level === 'identity' && name === '') continue;
		families[name] = workIn(JSON.parse(document.identifiers));
		describedFamilies[name] = answeredDescription(document);
		if (level === 'identity') continue;
		const versions = (JSON.parse(document.versions) as { Identifiers: [] }[]).map((each) => workIn(each.Identifiers));
		if (nameOfFamily(versions) !== name) families[name] += `, with the versions ${nameOfFamily(versions)}`;
	}
	return { families, describedFamilies };
}

/**
 * Reads a description from the ready-made answer of an object, which always has the type.
 */
export function answeredDescription({ fields }: ObjectDocument): string {
	const { Type, ...rest } = JSON.parse(`{${fields}}`) as Description;
	const text = describeAsText(Type === undefined || Type.Name === 'unknown' ? rest : { ...rest, Type });
	return text === '{}' ? '' : text;
}

async function readRelationships(
	transaction: Transaction,
	rows: readonly Row[],
	nameOf: { identity(group: Id): string; version(group: Id): string },
): Promise<Pick<Graph, 'betweenWorks' | 'betweenFamilies'>> {
	const asserted = await transaction.assertionsOf(
		rows.map(({ id }) => id),
		{ last: relationCode.IsRelatedTo },
	);
	const distinct = new Map(
		asserted.map(([source, relation, target]) => [
			`${source} ${relation} ${target}`,
			[source, relation, target] as const,
		]),
	);
	const relationships = [...distinct.values()];
	const links = await deriveLinks(transaction, relationships, new Map(rows.map((row) => [row.id, row])));
	const between = (level: 'identity' | 'version') =>
		Object.fromEntries(
			links.flatMap((link) => {
				const history = link[level];
				if (!history || history.length === 0) return [];
				const name = `${nameOf[level](link.source)} ${link.relation} ${nameOf[level](link.target)}`;
				return [[name, history.map(nameOfHistoryItem)]];
			}),
		);
	return { betweenWorks: between('identity'), betweenFamilies: between('version') };
}

/**
 * Writes histories without the spelling of providers, and without the order that follows from it.
 */
export function unspelled(between: Graph['betweenWorks']): Graph['betweenWorks'] {
	return Object.fromEntries(
		Object.entries(between).map(([name, history]) => [name, history.map((item) => item.toLowerCase()).sort()]),
	);
}
