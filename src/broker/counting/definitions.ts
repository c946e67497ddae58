// Definitions of a citation: named rules by which links are counted, so that two numbers that differ
// can be explained.
import type { GroupRelation, RelationAsked, SearchRelation } from '../../links/relation.ts';
import { joinsGroups, relationCode, relations, searchRelationMeaning, searchRelations } from '../../links/relation.ts';
import type { GroupBy } from '../../ports/search/index-content.ts';
import type { Flag } from '../../search/flags/flags.ts';

/** Says which links count as citations. */
export type Definition = {
	/** Lower-case letters, digits and hyphens. */
	name: string;
	/** Goes up by one with every change of what counts. */
	version: number;
	/** The day since when this version holds: `2026-11-30`. */
	since: string;
	/** For people: one or two sentences. */
	words: string;
	/** The relations that count, citations first; null: those that are asked for, as without a definition. */
	relations: readonly GroupRelation[] | null;
	/** The levels at which it counts. */
	levels: readonly GroupBy[];
	/** Links with one of these flags do not count; those of which a flag is unknown do. */
	exclude: readonly Flag[];
};

/** The relations that a definition may count. */
export const relationsToCount = relations.filter((one): one is GroupRelation => joinsGroups(relationCode[one]));

/** The levels at which a definition may count. */
export const levels = ['identity', 'version'] as const satisfies readonly GroupBy[];

/** Lists the definitions that every broker has. Their meaning never changes under one version. */
export const builtInDefinitions: readonly Definition[] = [
	builtIn('all', 'Every asserted link, as in answers without a definition.', { relations: null }),
	builtIn(
		'strict',
		'Citations by others: not by the same authors, not found by programs alone, and not by works that were retracted.',
		{ exclude: ['author-self', 'machine', 'retracted-citing'] },
	),
	builtIn(
		'datacite',
		'As DataCite counts: works that cite or reference this one, and those that it supplements; each DOI by itself, ' +
			'with self-citations.',
		{ relations: ['Cites', 'IsSupplementTo'], levels: ['identity'] },
	),
	builtIn(
		'opencitations',
		'As the OpenCitations Index counts: citations between works that each have a DOI, PMID or OMID; with ' +
			'self-citations.',
		{ levels: ['identity'], exclude: ['unregistered'] },
	),
	builtIn('asclepias', 'As the Asclepias Broker counts: only citations, by anyone, of a work or of all its versions.'),
];

/** Makes one that counts citations at both levels and leaves nothing out, unless it says otherwise. */
function builtIn(name: string, words: string, rule: Partial<Definition> = {}): Definition {
	return { name, version: 1, since: '2026-11-30', relations: ['Cites'], levels, exclude: [], words, ...rule };
}

/**
 * What counts as a citation of the work that is asked about, and by it: what a data set supplements
 * cites it.
 */
export const foundAsCitations: Readonly<Record<'isCitedBy' | 'cites', readonly SearchRelation[]>> = {
	isCitedBy: ['isCitedBy', 'isSupplementTo', 'isRelatedTo'],
	cites: ['cites', 'isSupplementedBy', 'isRelatedTo'],
};

/**
 * Lists the relations that count under a definition where one is asked for, or none. What counts as a
 * citation besides Cites is found with `cites` and `isCitedBy`. Empty where the relation does not count
 * at all; undefined where the definition counts whatever is asked for.
 */
export function relationsCounted(
	{ relations }: Pick<Definition, 'relations'>,
	asked: SearchRelation | undefined,
): RelationAsked[] | undefined {
	if (relations === null) return undefined;
	const found =
		asked === undefined
			? searchRelations
			: asked === 'isCitedBy' || asked === 'cites'
				? foundAsCitations[asked]
				: [asked];
	return found
		.filter((one) => relations.includes(searchRelationMeaning[one].relation))
		.map((relation) => ({ relation }));
}
