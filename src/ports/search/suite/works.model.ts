// Finds works in a model's state, as simply as the contract can be read; the oracle of tests.
import { compareText } from '../../../identifiers/index.ts';
import { analyse } from '../../../search/analysis.ts';
import { rankNear } from '../../../search/near-words.ts';
import { objectTextFields, type QueryNode } from '../../../search/query-node.ts';
import type { IndexObject } from '../index-content.ts';
import { mostFacetValues } from '../search-reader.ts';
import {
	compareWorkPositions,
	type DoubtfulWord,
	isInDoubt,
	mostNearWords,
	positionOfWork,
	readWorkCursor,
	type WorkFacets,
	type WorkFinder,
	type WorksRequest,
	wordsSought,
	wordsToDoubt,
	wordsToSpell,
	writeWorkCursor,
} from '../work-finder.ts';
import { countsOf, type ModelState } from './objects.model.ts';
import { holds, lies } from './query.model.ts';

export function modelWorks(state: () => ModelState): WorkFinder {
	return {
		async findWorks(request) {
			const after = readWorkCursor(request);
			const fitting = worksOf(state(), request).filter((object) => passes(request, object));
			const isWhole = fitting.length <= request.mostLookedAt;
			const found = lookedAt(state(), request, fitting)
				.map((object) => ({ object, position: placeOf(state(), request, object) }))
				.sort((one, other) => compareWorkPositions(request.reverse, one.position, other.position));
			const rest = found.filter((one) => !after || compareWorkPositions(request.reverse, one.position, after) > 0);
			const page = rest.slice(0, request.size);
			const last = page.at(-1);
			return {
				total: found.length,
				isWhole,
				works: page.map(({ object: { group, document } }) => ({
					group,
					document,
					counts: countsOf(state(), request.groupBy, group),
				})),
				...(last && rest.length > page.length && { cursor: writeWorkCursor(request, last.position) }),
				...(request.facets && { facets: facetsOf(found.map(({ object }) => object)) }),
				...(request.suggest && request.q && found.length === 0 && { doubtfulWords: doubtfulWords(state(), request.q) }),
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

/** Keeps those that come first where there are too many. */
function lookedAt(state: ModelState, request: WorksRequest, objects: readonly IndexObject[]): IndexObject[] {
	const order = request.order === 'published' ? 'published' : 'cited';
	const placed = objects.map((object) => ({ object, position: placeOf(state, { ...request, order }, object) }));
	placed.sort((one, other) => compareWorkPositions(request.reverse, one.position, other.position));
	return placed.slice(0, request.mostLookedAt).map(({ object }) => object);
}

function doubtfulWords({ objects }: ModelState, q: QueryNode): DoubtfulWord[] {
	const works = new Map<string, number>();
	for (const { text } of objects) {
		const tokens = objectTextFields.flatMap((field) => text[field].flatMap(analyse));
		for (const token of new Set(tokens)) works.set(token, (works.get(token) ?? 0) + 1);
	}
	const known = [...works].map(([word, count]) => ({ word, works: count }));
	return wordsToDoubt(wordsToSpell(q).map((word) => ({ word, works: works.get(word) ?? 0 })))
		.map((one) => ({ ...one, near: rankNear(one, known, mostNearWords) }))
		.filter(isInDoubt);
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
