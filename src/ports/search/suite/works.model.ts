// Finds works in a model's state, as naively as the contract can be read; the oracle of tests.
// It knows no speed and no storage.
import { compareText } from '../../../identifiers/index.ts';
import type { IndexObject } from '../index-content.ts';
import { mostFacetValues } from '../search-reader.ts';
import {
	compareWorkPositions,
	positionOfWork,
	readWorkCursor,
	type WorkFacets,
	type WorkFinder,
	type WorksRequest,
	wordsSought,
	writeWorkCursor,
} from '../work-finder.ts';
import { countsOf, type ModelState } from './objects.model.ts';
import { holds, lies } from './query.model.ts';

/** Finds works in the present state. */
export function modelWorks(state: () => ModelState): WorkFinder {
	return {
		async findWorks(request) {
			const after = readWorkCursor(request);
			const found = worksOf(state(), request)
				.filter((object) => passes(request, object))
				.map((object) => ({ object, position: placeOf(state(), request, object) }))
				.sort((one, other) => compareWorkPositions(request.reverse, one.position, other.position));
			const rest = found.filter((one) => !after || compareWorkPositions(request.reverse, one.position, after) > 0);
			const page = rest.slice(0, request.size);
			const last = page.at(-1);
			return {
				total: found.length,
				works: page.map(({ object: { group, document } }) => ({
					group,
					document,
					counts: countsOf(state(), request.groupBy, group),
				})),
				...(last && rest.length > page.length && { cursor: writeWorkCursor(request, last.position) }),
				...(request.facets && { facets: facetsOf(found.map(({ object }) => object)) }),
			};
		},
	};
}

/** Lists what describes a group at the level: by version also a work that is its only version. */
function worksOf({ objects }: ModelState, { groupBy }: WorksRequest): IndexObject[] {
	if (groupBy === 'identity') return objects.filter(({ level }) => level === 'identity');
	const families = objects.filter(({ level }) => level === 'version');
	const own = new Set(families.map(({ group }) => group));
	const alone = objects.filter(
		({ level, group, version }) => level === 'identity' && group === version && !own.has(group),
	);
	return [...families, ...alone];
}

function passes({ q, type, years }: WorksRequest, object: IndexObject): boolean {
	if (type !== undefined && object.type !== type) return false;
	if (years && !lies(object.year, years)) return false;
	return !q || holds(q, { object, history: [] });
}

function placeOf(state: ModelState, request: WorksRequest, object: IndexObject) {
	const { published, sortKey, group } = object;
	const titleWords = wordsSought(request.q).filter((phrase) =>
		holds({ ...phrase, field: 'title' }, { object, history: [] }),
	).length;
	const cited = countsOf(state, request.groupBy, group).isCitedBy;
	return positionOfWork(request, { titleWords, cited, published, sortKey });
}

function facetsOf(objects: readonly IndexObject[]): WorkFacets {
	const years = objects.flatMap(({ year }) => (year === null ? [] : [year]));
	return {
		type: byCount(objects.map(({ type }) => type)),
		publicationYear: [...new Set(years)]
			.sort((one, other) => one - other)
			.map((year) => [year, years.filter((one) => one === year).length]),
		publisher: byCount(objects.flatMap(({ text }) => [...new Set(text.publisher)])).slice(0, mostFacetValues),
	};
}

function byCount<T extends string>(values: readonly T[]): [T, number][] {
	return [...new Set(values)]
		.map((value): [T, number] => [value, values.filter((one) => one === value).length])
		.sort(([one, n], [other, m]) => m - n || compareText(one, other));
}
