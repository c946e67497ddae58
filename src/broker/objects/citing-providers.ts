// Counts, for each provider, the links by which a work is cited, with the earliest and the latest date.
import type { Clock } from '../../clock.ts';
import { compareText } from '../../identifiers/index.ts';
import { dateInstant } from '../../links/link-date.ts';
import type { Id } from '../../store/graph.ts';
import type { Holdings } from '../../store/holdings.ts';
import type { CitationRow, Reporting } from '../../store/reporting.ts';
import { createProvenanceReader, type DatedProvenance, earlier, later } from '../sources/read-provenances.ts';

/**
 * One provider: how many relationships between two identifiers it asserts by which the work is
 * cited, each once, and its earliest and its latest LinkPublicationDate of these, as it gave them.
 */
export type CitingProvider = { name: string; links: number; firstLink: string; lastLink: string };

/** Providers, those with the most links first; `isWhole`: all links were read. */
export type CitingProviders = { providers: readonly CitingProvider[]; isWhole: boolean };

/** Reads so many statements at once: a few milliseconds on a file. */
const rowsPerStep = 2_000;
/** Reads at most so many of one work: some hundredths of a second. */
const mostLookedAt = 10_000;

export type CitingRecords = Pick<Reporting, 'citationsOf'> & Pick<Holdings, 'storedProvenances' | 'holdingsNames'>;

/** `stopIfUnwanted` is called between steps; it throws where nobody waits any more. */
export type ReadingInSteps = { clock: Pick<Clock, 'turn'>; stopIfUnwanted?: (() => void) | undefined };

/**
 * Creates a reader of the providers that cite the work with an identifier; fails as
 * `stopIfUnwanted` does.
 */
export function createCitingProviders(
	records: CitingRecords,
	{ clock, stopIfUnwanted }: ReadingInSteps,
): (identifier: Id) => Promise<CitingProviders> {
	const readProvenances = createProvenanceReader(records);
	const names = new Map<Id, string>();
	return async (identifier) => {
		const tally = createTally();
		let looked = 0;
		let isWhole = true;
		for (let after: CitationRow | null | undefined; after !== null; ) {
			stopIfUnwanted?.();
			const { citations, next } = await records.citationsOf(identifier, after ?? null, rowsPerStep);
			tally.add(citations, await readProvenances(citations.map(([, , provenance]) => provenance)));
			looked += citations.length;
			isWhole = next === null || looked < mostLookedAt;
			after = isWhole ? next : null;
			await clock.turn();
		}
		const missing = [...tally.providers.keys()].filter((provider) => !names.has(provider));
		if (missing.length > 0) {
			for (const [provider, name] of (await records.holdingsNames(missing, [])).names) names.set(provider, name);
		}
		const providers = Array.from(tally.providers, ([provider, { links, first, last }]) => ({
			...{ name: names.get(provider) ?? '', links },
			...{ firstLink: first.date, lastLink: last.date },
		}));
		return { providers: providers.sort(mostLinksFirst), isWhole };
	};
}

/** Counts rows as they come; the rows of one link are adjacent. */
function createTally() {
	const providers = new Map<Id, { links: number; first: DatedProvenance; last: DatedProvenance }>();
	let link = '';
	const counted = new Set<Id>();
	return {
		providers,
		add(rows: readonly CitationRow[], provenanceOf: (id: Id) => DatedProvenance): void {
			for (const [target, source, provenance] of rows) {
				const own = `${target} ${source}`;
				if (own !== link) counted.clear();
				link = own;
				const one = provenanceOf(provenance);
				const tally = providers.getOrInsertComputed(one.provider, () => ({ links: 0, first: one, last: one }));
				if (!counted.has(one.provider)) tally.links += 1;
				counted.add(one.provider);
				tally.first = earlier(tally.first, one);
				tally.last = later(tally.last, one);
			}
		},
	};
}

function mostLinksFirst(one: CitingProvider, other: CitingProvider): number {
	return other.links - one.links || compareText(one.name, other.name);
}

/** Sums the providers of several works, each with links of its own. */
export function sumOfProviders(works: readonly CitingProviders[]): CitingProviders {
	const sums = new Map<string, CitingProvider>();
	for (const one of works.flatMap(({ providers }) => providers)) {
		const sum = sums.get(one.name);
		sums.set(one.name, sum ? joined(sum, one) : one);
	}
	return { providers: [...sums.values()].sort(mostLinksFirst), isWhole: works.every(({ isWhole }) => isWhole) };
}

function joined(one: CitingProvider, other: CitingProvider): CitingProvider {
	return {
		name: one.name,
		links: one.links + other.links,
		firstLink: dateInstant(other.firstLink) < dateInstant(one.firstLink) ? other.firstLink : one.firstLink,
		lastLink: dateInstant(other.lastLink) > dateInstant(one.lastLink) ? other.lastLink : one.lastLink,
	};
}
