// Counts the citations of one work by every definition, with a question for the links of each number.
import type { CitationCount } from '../../formats/csv/report-csv.ts';
import type { FlagNumbers } from '../../formats/scholix/writing/write-answers.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy } from '../../ports/search/index-content.ts';
import type { SearchReader } from '../../ports/search/search-reader.ts';
import { type CountInParts, sumCounts, sumOf } from '../../search/flags/left-out.ts';
import { inSteps } from '../in-steps.ts';
import { type CitedWork, countWorks } from './count-works.ts';
import { type Definition, foundAsCitations, levels, relationsCounted } from './definitions.ts';

/** The parameters that list the links of a number, besides those that name the work. */
export type LinksAsked = Readonly<
	{ relation: SearchRelation; group_by: GroupBy } & Partial<Record<'definition' | 'flagged' | 'exclude', string>>
>;

/** A number of links. */
type Numbered = { items: number; asked: LinksAsked };

/**
 * How a definition counts the citations of a work at a level. All of `of` are the total and all of
 * `excluded`; `besides` are links of other relations, which do not count.
 */
export type ComparedCount = CountInParts<Numbered> & {
	definition: Definition;
	groupBy: GroupBy;
	unknown: FlagNumbers;
};

/** So many counts wait for the index at a time. */
const atOnce = 4;

/** Counts by each of the definitions, at each level at which it counts. */
export async function compareDefinitions(
	index: Pick<SearchReader, 'search'>,
	work: CitedWork,
	definitions: readonly Definition[],
	signal?: AbortSignal,
): Promise<ComparedCount[]> {
	const countOnce = countingOnce(index, work, signal);
	const asked = definitions.flatMap((definition) =>
		levels.filter((level) => definition.levels.includes(level)).map((level) => ({ definition, level })),
	);
	const compared: ComparedCount[][] = [];
	for (const step of inSteps(asked, atOnce)) {
		signal?.throwIfAborted();
		const counts = step.map(({ definition, level }) => countBy(definition, level, work, countOnce));
		compared.push(await Promise.all(counts));
	}
	return compared.flat();
}

type CountOnce = (level: GroupBy, relation: SearchRelation, without: Definition['exclude']) => Promise<CitationCount>;

/** Counts the links of a relation; definitions that leave out the same share one search. */
function countingOnce(index: Pick<SearchReader, 'search'>, work: CitedWork, signal?: AbortSignal): CountOnce {
	const counts = new Map<string, Promise<CitationCount>>();
	return (level, relation, without) =>
		counts.getOrInsertComputed(`${level} ${relation} ${without}`, async () => {
			const request = { relation, ...(without.length > 0 && { without }) };
			const [counted] = await countWorks(index, [work], { levels: { [level]: { request } } }, { signal });
			return counted?.[level] ?? { total: 0, excluded: {}, unknown: {} };
		});
}

async function countBy(
	definition: Definition,
	groupBy: GroupBy,
	work: CitedWork,
	countOnce: CountOnce,
): Promise<ComparedCount> {
	const { name, exclude } = definition;
	const relations = relationsCounted(definition, 'isCitedBy')?.map(({ relation }) => relation) ?? ['isCitedBy'];
	const counts = await Promise.all(relations.map((relation) => countOnce(groupBy, relation, exclude)));
	const { total, unknown } = sumCounts(counts);
	const linksOf = (relation: SearchRelation, items: number, more: Partial<LinksAsked> = {}) => ({
		...{ relation, items },
		asked: { relation, group_by: groupBy, ...more },
	});
	return {
		...{ definition, groupBy, unknown },
		total: linksOf('isCitedBy', total, { definition: name }),
		of: counts.map((count, at) => linksOf(relations[at] as SearchRelation, sumOf(count))),
		// Each link is counted under the first of its flags.
		excluded: counts.flatMap(({ excluded }, of) =>
			exclude.map((flag, at) => {
				const before = at > 0 ? { exclude: exclude.slice(0, at).join() } : {};
				const links = linksOf(relations[of] as SearchRelation, excluded[flag] ?? 0, { flagged: flag, ...before });
				return { ...links, flag };
			}),
		),
		besides: foundAsCitations.isCitedBy
			.filter((relation) => !relations.includes(relation))
			.map((relation) => linksOf(relation, work[groupBy]?.counts[relation] ?? 0)),
	};
}

/** Describes counts in answers; `addressOf` writes where the links of a number are listed. */
export function describeCompared(counts: readonly ComparedCount[], addressOf?: (asked: LinksAsked) => string) {
	const links = ({ asked }: Numbered) => (addressOf ? { links: addressOf(asked) } : {});
	return counts.map(({ definition: { name, version, words }, groupBy, total, of, besides, excluded, unknown }) => ({
		...{ name, version, words, group_by: groupBy, total: total.items },
		relations: [
			...of.map((one) => ({ relation: one.relation, items: one.items, counts: true, ...links(one) })),
			...besides.map((one) => ({ relation: one.relation, items: one.items, counts: false, ...links(one) })),
		],
		excluded: excluded.map((one) => ({
			...{ flag: one.flag, relation: one.relation, items: one.items },
			...links(one),
		})),
		unknown,
		...links(total),
	}));
}
