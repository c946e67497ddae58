// Counts a whole search result by type, year, words and members.
import { compareText } from '../../../../identifiers/index.ts';
import type { ObjectTypeName } from '../../../../links/description.ts';
import { wordingsSeen } from '../../../../links/provenance.ts';
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import { expand } from '../../../../links/shorthand.ts';
import type { ObjectDocument } from '../../../../ports/search/index-content.ts';
import { mostFacetValues, type SearchFacets } from '../../../../ports/search/search-reader.ts';
import { typeOfCode } from '../schema.ts';
import type { HistoryReader } from './histories.ts';
import { countFlags } from './link-flags.ts';
import {
	type CountRow,
	type HistoryRow,
	type LinkSelect,
	type LinksAsked,
	type MemberRow,
	type Parameters as StatementParameters,
	selectHistories,
	selectMemberCounts,
} from './select-links.ts';
import type { Head } from './via.ts';

type Asked = Parameters<LinkSelect>[0];

/** The asked object, with the identifiers that answers show of it. */
type Source = Head & { document: Pick<ObjectDocument, 'identifiers'> };
/** Counts the result of a search; `counts` are its numbers by type, years and flags. */
type Facets = (request: Asked, source: Source, counts: readonly CountRow[]) => SearchFacets;

export function createFacets(select: LinkSelect, readHistory: HistoryReader): Facets {
	const wordsOf = (request: Asked): SearchFacets['subType'] => {
		const words = new Map<string, number>();
		for (const [seen, history, links] of select<HistoryRow>(request, selectHistories)) {
			for (const word of wordingsSeen(readHistory(history), searchRelations[seen] as SearchRelation)) {
				words.set(word, (words.get(word) ?? 0) + links);
			}
		}
		return [...words].sort(([one, n], [other, m]) => m - n || compareText(one, other)).slice(0, mostFacetValues);
	};
	const membersOf = (request: Asked, source: Source, total: number): SearchFacets['via'] => {
		if (total === 0) return [];
		// A work without other versions is the member of all links.
		if (source.id > 0) return [[source.document.identifiers, total]];
		const write = (asked: LinksAsked, parameters: StatementParameters) =>
			selectMemberCounts(asked, mostFacetValues, parameters);
		const counted = select<MemberRow>(request, write);
		return counted.map(([identifiers, links]) => [expand(identifiers), links]);
	};
	return (request, source, counts) => {
		const ofYears = byTypeAndYear(counts);
		if (request.onlyYears) return { ...ofYears, subType: [] };
		const facets: SearchFacets = {
			...ofYears,
			subType: wordsOf(request),
			...(request.countsFlags && { flags: countFlags(counts) }),
		};
		if (request.groupBy !== 'version') return facets;
		const total = counts.reduce((sum, [, , , links]) => sum + links, 0);
		return { ...facets, via: membersOf(request, source, total) as NonNullable<SearchFacets['via']> };
	};
}

function byTypeAndYear(counts: readonly CountRow[]): Omit<SearchFacets, 'subType' | 'via'> {
	const types = new Map<ObjectTypeName, number>();
	for (const [code, , , links] of counts) {
		const type = typeOfCode(code);
		types.set(type, (types.get(type) ?? 0) + links);
	}
	const type = [...types].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	const ofType = Map.groupBy(counts, ([code]) => typeOfCode(code));
	const typeYears = (column: YearColumn) =>
		type.flatMap(([name]) =>
			yearsOf(ofType.get(name) ?? [], column).map(([year, n]): [ObjectTypeName, number, number] => [name, year, n]),
		);
	return {
		type,
		...{ publicationYear: yearsOf(counts, published), typeYears: typeYears(published) },
		...{ linkYear: yearsOf(counts, linked), typeLinkYears: typeYears(linked) },
	};
}

/** The columns of CountRow with a year. */
const published = 1;
const linked = 2;
type YearColumn = typeof published | typeof linked;

function yearsOf(counts: readonly CountRow[], column: YearColumn): [number, number][] {
	const years = new Map<number, number>();
	for (const row of counts) {
		const year = row[column];
		if (year !== null) years.set(year, (years.get(year) ?? 0) + row[3]);
	}
	return [...years].sort(([one], [other]) => one - other);
}
