// What a check finds: how often each kind of fault is there, and the first few of it in words.
import type { Id } from '../../store/graph.ts';
import type { Inspection } from '../../store/inspection.ts';
import type { Transaction } from '../../store/records.ts';

/** Says of each kind of fault what it is, for people. */
export const faultTitles = {
	'file-damaged': 'Damage of the database file',
	'table-damaged': 'Tables that cannot be read to their end',
	'orphan-rows': 'Rows that name what is not there, or that a withdrawn event left behind',
	'counts-though-withdrawn': 'Assertions that count though a later event withdrew them',
	'withdrawn-by-nothing': 'Assertions that do not count though no event withdraws them',
	'description-counts-wrongly': 'Words about works that count, or do not, against the assertions of their event',
	'known-wrongly': 'Identifiers that are known though nothing names them, or retired though something does',
	'representative-wrong': 'Identifiers without the representative that a rule of their scheme gives them',
	'group-wrong': 'Identifiers whose groups are not those that follow from what counts',
	'description-wrong': 'Works whose description is not the one that follows from what counts',
	'event-contradictory': 'Events whose state contradicts what else is written of them',
	'payload-unreadable': 'Events whose links cannot be read',
	'change-log-gap': 'Gaps in the numbers of the change log',
	'index-unreadable':
		'A search index that is lost, of a format that is too old, or not the one that the records know of',
	'index-object-wrong': 'Works and families that the search index lacks or has otherwise',
	'index-object-surplus': 'Works and families in the search index that no longer exist',
	'index-link-wrong': 'Links that the search index lacks or has otherwise',
	'index-count-wrong': 'Counts of the search index that are not right',
} as const;
export type FaultKind = keyof typeof faultTitles;

/** Whether a new index repairs a fault. */
export function isFaultOfIndex(kind: FaultKind): boolean {
	return kind.startsWith('index-');
}

/** A kind of fault, how many there are, and the first few in words. */
export type Fault = { kind: FaultKind; count: number; examples: readonly string[] };

/** Where something is wrong. */
export type Finding = {
	identifiers?: readonly Id[];
	event?: Id | null;
	/** What else there is to say, in a few words. */
	detail?: string;
};

const mostExamples = 5;

export type Findings = {
	add(kind: FaultKind, found: readonly Finding[]): void;
	/** Adds all that others found. */
	merge(others: Findings): void;
	/** Lists each kind with its count and the first few findings. */
	all(): readonly (readonly [FaultKind, { count: number; first: readonly Finding[] }])[];
	/** Whether no fault of these kinds, or of any kind, was found. */
	isSound(kinds?: readonly FaultKind[]): boolean;
	/** Counts faults of which there is nothing to show. */
	count(kind: FaultKind, more: number, detail: string): void;
	/** Lists what was found, in words, by names that the records have now. */
	inWords(transaction: Names, inspection: EventNames): Promise<Fault[]>;
};

type Names = Pick<Transaction, 'identifiers'>;
type EventNames = Pick<Inspection, 'eventIds'>;

/** Starts with nothing found. */
export function createFindings(): Findings {
	const counts = new Map<FaultKind, { count: number; first: Finding[] }>();
	const of = (kind: FaultKind) => counts.getOrInsertComputed(kind, () => ({ count: 0, first: [] }));
	return {
		add(kind, found) {
			if (found.length === 0) return;
			const known = of(kind);
			known.count += found.length;
			for (const one of found.slice(0, mostExamples - known.first.length)) known.first.push(one);
		},
		merge(others) {
			for (const [kind, { count, first }] of others.all()) {
				const known = of(kind);
				known.count += count;
				known.first = known.first.concat(first).slice(0, mostExamples);
			}
		},
		all: () => [...counts],
		isSound: (kinds) => (kinds === undefined ? counts.size === 0 : !kinds.some((kind) => counts.has(kind))),
		count(kind, more, detail) {
			if (more === 0) return;
			const known = of(kind);
			known.count += more;
			if (known.first.length < mostExamples) known.first.push({ detail });
		},
		async inWords(transaction, inspection) {
			const all = [...counts].flatMap(([kind, { count, first }]) => ({ kind, count, first }));
			const nameOf = await readNames(
				transaction,
				inspection,
				all.flatMap(({ first }) => first),
			);
			const order = Object.keys(faultTitles);
			return all
				.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
				.map(({ kind, count, first }) => ({ kind, count, examples: first.map(nameOf) }));
		},
	};
}

async function readNames(
	transaction: Names,
	inspection: EventNames,
	findings: readonly Finding[],
): Promise<(finding: Finding) => string> {
	const ids = [...new Set(findings.flatMap(({ identifiers = [] }) => identifiers))];
	const events = [...new Set(findings.flatMap(({ event }) => event ?? []))];
	const named = await transaction.identifiers(ids, 'all');
	const names = new Map(named.map(({ id, scheme, value }) => [id, `${scheme}:${value}`]));
	const eventIds = new Map(await inspection.eventIds(events));
	return ({ identifiers = [], event = null, detail }) => {
		const parts = [
			identifiers.map((id) => names.get(id) ?? `identifier number ${id}`).join(' and '),
			event === null ? '' : `event ${eventIds.get(event) ?? `number ${event}`}`,
			detail ?? '',
		];
		return parts.filter((part) => part !== '').join(', ');
	};
}
