// How relationships of an Asclepias Broker are asked for, work by work. Its search hands out the
// first 10,000 hits only, so where a work has more, they are asked for by the dates of their links.
import { BrokerError } from '../../errors.ts';
import { at } from '../../formats/dialects/values.ts';
import { readText } from '../../identifiers/index.ts';
import { beforeFirstWork, listedWorks, nextWork } from '../next-work.ts';
import {
	type Asked,
	dayMilliseconds,
	dayOf,
	firstHalf,
	given,
	type HarvestService,
	nextPage,
	numberAt,
	type Position,
	recordsAt,
	type ServicePage,
	windowAfter,
} from '../service.ts';

const size = 100;
/** The page with the last of 10,000 hits is refused. */
const mostRecords = 9_900;
const beginning = Date.UTC(2000, 0, 1);

const relations = ['isCitedBy', 'cites', 'isSupplementedBy', 'isSupplementTo', 'isRelatedTo'];
/** A Link Broker answers them; an Asclepias Broker refuses them. */
const forward = ['cites', 'isSupplementTo'];

/** See https://asclepias-broker.readthedocs.io; it does not say how often it may be asked. */
export const asclepias: HarvestService = {
	name: 'asclepias',
	title: 'Asclepias: relationships of works from the REST API of a broker',
	address: null,
	dialect: 'asclepias',
	filters: {
		prefix: { meaning: 'known works with this DOI prefix (default: all with a DOI)', example: '10.5281' },
		query: { meaning: 'identifiers, separated by spaces', example: '10.5281/zenodo.11020' },
		set: { meaning: 'one relation (default: all)', example: 'isCitedBy' },
	},
	example: '--address https://broker.example.org/api --prefix 10.5281',
	needsOneOf: [],
	// A link has the date that its provider gives, which says nothing of when it was submitted.
	changes: null,
	overlapMilliseconds: 0,
	pauseMilliseconds: 1_000,
	needsContact: false,
	secret: null,
	first(asked) {
		for (const id of listedWorks(asked)) identifierIn(id);
		return nextQuestion(asked, { ...beforeFirstWork, isForwardRefused: null });
	},
	request: (asked, { id, relation, from, to, page }) => ({
		path: '/relationships',
		query: given({
			...identifierIn(String(id)),
			relation: String(relation),
			group_by: 'identity',
			// The first window has no beginning, and the last one no end.
			from: from === beginning ? undefined : dayOf(Number(from)),
			to: to === endOf(asked) ? undefined : dayOf(Number(to) - dayMilliseconds),
			page: String(page),
			size: String(size),
		}),
	}),
	read: (document, asked, position) => readWindow(document, asked, position),
	afterRefusal(position, asked) {
		const { relation, page, from } = position;
		const isFirst = page === 1 && from === beginning && position.to === endOf(asked);
		if (!isFirst || asked.filters.set !== undefined || !forward.includes(String(relation))) return undefined;
		const next = nextRelation(asked, { ...position, isForwardRefused: 'yes' });
		const note = 'The service answers only what cites, supplements or is related to a work.';
		return next === null ? undefined : { position: next, note };
	},
};

/** Reads an identifier in any spelling; the service compares values as they are. */
function identifierIn(text: string): { id: string; scheme: string } {
	const reading = readText(text);
	if (reading.kind === 'one' && reading.candidates[0] !== undefined) {
		const { value, scheme } = reading.candidates[0];
		return { id: value, scheme };
	}
	throw new BrokerError('harvest-failed', `${JSON.stringify(text)} is not an identifier of a known scheme.`);
}

/** Links may be dated by the day on which the run began. */
function endOf({ until }: Asked): number {
	return (Math.floor(until / dayMilliseconds) + 1) * dayMilliseconds;
}

async function readWindow(document: unknown, asked: Asked, position: Position): Promise<ServicePage> {
	const records = recordsAt(document, 'hits', 'hits');
	if (records.length > 0 && at(records[0], 'metadata', 'History') === undefined) {
		const advice = 'The address of a Link Broker ends in /compat/asclepias/api.';
		throw new BrokerError('harvest-failed', `The answer does not look like one of this service. ${advice}`);
	}
	const found = numberAt(document, 'hits', 'total') ?? numberAt(document, 'hits', 'total', 'value');
	const { id, relation } = position;
	const list = `${id} ${relation}`;
	const window = { from: Number(position.from), to: Number(position.to) };
	const half = (found ?? 0) > mostRecords ? firstHalf(window, dayMilliseconds) : undefined;
	if (half !== undefined) {
		return { records: [], next: { ...position, ...half, page: 1, total: null }, total: null, isTooMuch: true };
	}
	const total = Math.min(found ?? mostRecords, mostRecords);
	const paged = nextPage(position, { size, count: records.length, total, first: 1 });
	const after = windowAfter(window, { until: endOf(asked), isSparse: (found ?? 0) < mostRecords / 4 });
	const notes = [
		...(paged.note === undefined ? [] : [paged.note]),
		...(found !== null && found > mostRecords
			? [`${id} has ${found} links (${relation}) of ${dayOf(window.from)}; the service hands out ${mostRecords}.`]
			: []),
	];
	const next =
		paged.next ?? (after ? { ...position, ...after, page: 1, total: null } : await nextQuestion(asked, position));
	return { records, next, list, total: null, ...(notes.length > 0 && { note: notes.join(' ') }) };
}

/** Finds the next relation of a work, or the first one of the next work. */
async function nextQuestion(asked: Asked, position: Position): Promise<Position | null> {
	const ofWork = position.id === undefined ? null : nextRelation(asked, position);
	if (ofWork !== null) return ofWork;
	const work = await nextWork(asked, position);
	return work === null ? null : nextRelation(asked, { ...position, ...work, relation: null });
}

function nextRelation(asked: Asked, position: Position): Position | null {
	const { set } = asked.filters;
	const isRefused = (name: string) => position.isForwardRefused !== null && forward.includes(name);
	const all = set === undefined ? relations : [set];
	const relation = all.slice(all.indexOf(String(position.relation)) + 1).find((name) => !isRefused(name));
	if (relation === undefined) return null;
	return { ...position, relation, page: 1, total: null, from: beginning, to: endOf(asked) };
}
