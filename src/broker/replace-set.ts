// Withdraws the assertions of earlier editions of a set that the edition just loaded does not have.
import { BrokerError } from '../errors.ts';
import { createChunk } from '../formats/json/chunk-builder.ts';
import { writeLink } from '../formats/scholix/writing/write-link.ts';
import type { Link } from '../links/link.ts';
import { createNameTally, type NameCount } from '../links/name-counts.ts';
import { type Relation, relations } from '../links/relation.ts';
import type { Edition, RemovedLink, RemovedPlace, Sets } from '../store/sets.ts';
import type { LoadedChunk, LoadSteps } from './load-files.ts';

/** What would be withdrawn: how many links, by relation, and the first of them. */
export type RemovedFromSet = { set: string; links: number; relations: readonly NameCount[]; first: readonly Link[] };

/** What was withdrawn, if it was. */
export type ReplacedSet = Omit<RemovedFromSet, 'first'> & { isWithdrawn: boolean };

export type ReplaceSetOptions = {
	/** Today, as a date of Scholix. */
	date: string;
	maxLinks: number;
	noindex: boolean;
	signal?: AbortSignal | undefined;
	/** Asks whether to withdraw it. */
	confirm(removed: RemovedFromSet): Promise<boolean>;
	onEvent(loaded: LoadedChunk): void;
};

const shownLinks = 10;
const rowsAtOnce = 5_000;

/**
 * Lists the removed links, asks, and withdraws them by events that can be withdrawn like any other.
 * Memory does not grow with the set. Fails with `conflict` if events of the set wait or failed: their
 * links are not known yet. A signal ends it; started again it continues.
 */
export async function replaceSet(
	records: Sets,
	edition: Edition,
	steps: LoadSteps,
	options: ReplaceSetOptions,
): Promise<ReplacedSet> {
	const { set } = edition;
	const unended = await records.unendedOfSet(set);
	if (unended > 0) throw waiting(set, unended);
	const removed = await summarize(records, edition, options);
	const { first: _, ...counted } = removed;
	const isWanted = removed.links > 0 && !options.signal?.aborted && (await options.confirm(removed));
	if (isWanted) await withdrawAll(records, edition, steps, options);
	return { ...counted, isWithdrawn: isWanted && !options.signal?.aborted };
}

function waiting(set: string, events: number): BrokerError {
	const message =
		`${events} events of the set ${set} wait or failed (link-broker events list), so its removed links are not known ` +
		'yet. All links of the files are stored, and nothing was withdrawn. When these events are done, continue with ' +
		'the same command and --resume.';
	return new BrokerError('conflict', message);
}

async function* removedFrom(
	records: Sets,
	edition: Edition,
	{ date, signal }: Pick<ReplaceSetOptions, 'date' | 'signal'>,
): AsyncGenerator<Link[]> {
	for (let after: RemovedPlace | null = null; !signal?.aborted; ) {
		const { removed, next } = await records.removedFromSet(edition, after, rowsAtOnce);
		yield removed.map((one) => linkOf(one, date));
		if (next === null) return;
		after = next;
	}
}

function linkOf({ source, relation, target, provider }: RemovedLink, date: string): Link {
	return {
		source: { identifiers: [source], description: {} },
		relation: relations[relation - 1] as Relation,
		target: { identifiers: [target], description: {} },
		provenances: [{ provider, date }],
	};
}

async function summarize(records: Sets, edition: Edition, options: ReplaceSetOptions): Promise<RemovedFromSet> {
	const tally = createNameTally();
	const first: Link[] = [];
	let links = 0;
	for await (const some of removedFrom(records, edition, options)) {
		links += some.length;
		for (const { relation } of some) tally.add(relation);
		for (const link of some.slice(0, shownLinks - first.length)) first.push(link);
	}
	return { set: edition.set, links, relations: tally.mostFrequent(), first };
}

async function withdrawAll(
	records: Sets,
	edition: Edition,
	steps: LoadSteps,
	options: ReplaceSetOptions,
): Promise<void> {
	const { maxLinks, noindex, signal } = options;
	const withdraw = async (links: readonly Link[]) => {
		const texts = links.map((link) => Buffer.from(JSON.stringify(writeLink(link))));
		const chunk = createChunk(
			edition.set,
			texts.map((bytes, at) => ({ bytes, line: at + 1, number: at + 1 })),
		);
		const read = await steps.read(chunk, { action: 'withdraw', skipInvalid: false });
		options.onEvent(
			await steps.apply(read, { action: 'withdraw', noindex, replaces: null, fileName: null, set: null }),
		);
	};
	let held: Link[] = [];
	for await (const some of removedFrom(records, edition, options)) {
		held = held.concat(some);
		while (held.length >= maxLinks && !signal?.aborted) {
			await withdraw(held.slice(0, maxLinks));
			held = held.slice(maxLinks);
		}
	}
	if (held.length > 0 && !signal?.aborted) await withdraw(held);
}
