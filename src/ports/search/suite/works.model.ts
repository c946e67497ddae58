// Finds works in a model's state, as simply as the contract can be read; the oracle of tests.
import { compareText } from '../../../identifiers/index.ts';
import { analyse } from '../../../search/analysis.ts';
import { rankNear } from '../../../search/near-words.ts';
import { objectTextFields, type QueryNode } from '../../../search/query-node.ts';
import { pointsOfWord, soughtIn, titlePoints, type Words } from '../../../search/relevance.ts';
import type { IndexObject } from '../index-content.ts';
import { mostFacetValues } from '../search-reader.ts';
import {
	compareWorkPositions,
	type DoubtfulWord,
	type FoundWork,
	isInDoubt,
	mostNearWords,
	positionOfWork,
	readWorkCursor,
	type SomeWords,
	undated,
	type WorkFacets,
	type WorkFinder,
	type WorksRequest,
	type WorksResult,
	wordsToCount,
	wordsToDoubt,
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
				works: page.map(({ object }) => ({
					group: object.group,
					document: object.document,
					counts: countsOf(state(), request.groupBy, object.group),
					...(request.some && { lacks: lacksOf(request.some, object) }),
					...versionOf(state(), request, object),
				})),
				...(last && rest.length > page.length && { cursor: writeWorkCursor(request, last.position) }),
				...(request.facets && { facets: facetsOf(found.map(({ object }) => object)) }),
				...(request.suggest && request.q && found.length === 0 && doubtfulWords(state(), request.q)),
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

function doubtfulWords({ objects }: ModelState, q: QueryNode): Pick<WorksResult, 'doubtfulWords' | 'wordCounts'> {
	const works = new Map<string, number>();
	for (const { text } of objects.map(withAllTitles)) {
		const tokens = objectTextFields.flatMap((field) => text[field].flatMap(analyse));
		for (const token of new Set(tokens)) works.set(token, (works.get(token) ?? 0) + 1);
	}
	const known = [...works].map(([word, count]) => ({ word, works: count }));
	const wordCounts = wordsToCount(q).map((word) => ({ word, works: works.get(word) ?? 0 }));
	const doubtful = wordsToDoubt(wordCounts).map(
		(one): DoubtfulWord => ({ ...one, near: rankNear(one, known, mostNearWords) }),
	);
	return { doubtfulWords: doubtful.filter(isInDoubt), wordCounts };
}

function passes(request: WorksRequest, object: IndexObject): boolean {
	const { q, type, years } = request;
	if (type !== undefined && object.type !== type) return false;
	if (years && !lies(object.year, years)) return false;
	const { some } = request;
	if (some && some.words.length - lacksOf(some, object).length < some.least) return false;
	return !q || matches(q, object);
}

/** Titles of its versions are titles of a family. */
function withAllTitles(object: IndexObject): IndexObject {
	return { ...object, text: { ...object.text, title: [...object.text.title, ...object.versionTitles] } };
}

function matches(node: QueryNode, object: IndexObject): boolean {
	return holds(node, { object: withAllTitles(object), history: [] });
}

function lacksOf({ words }: SomeWords, object: IndexObject): number[] {
	return words.flatMap((word, at) => (matches(word, object) ? [] : at));
}

function versionOf(state: ModelState, request: WorksRequest, object: IndexObject): Pick<FoundWork, 'version'> {
	if (object.level === 'identity') return {};
	const pointsOf = (one: IndexObject) => pointsOfTitle(request, { ...one, year: null, versionTitles: [] });
	const [best] = state.objects
		.filter(({ level, version }) => level === 'identity' && version === object.group)
		.filter((member) => pointsOf(member) > pointsOf(object))
		.filter(() => pointsOfTitle(request, { ...object, year: null }) > pointsOf(object))
		.sort(
			(one, other) =>
				pointsOf(other) - pointsOf(one) ||
				(other.published ?? -undated) - (one.published ?? -undated) ||
				compareText(one.sortKey, other.sortKey),
		);
	return best ? { version: { group: best.group, document: best.document } } : {};
}

function pointsOfTitle({ q, sought = q }: WorksRequest, object: IndexObject): number {
	const { words, pairs, title } = soughtIn(sought);
	const inTitle = (phrase: Words) => matches({ kind: 'phrase', field: 'title', ...phrase }, object);
	const had = words.filter(({ year, ...word }) => inTitle(word) || (year !== null && year === object.year));
	const titles = [...object.text.title, ...object.versionTitles].map((one) => analyse(one).join(' '));
	const isWhole = title !== undefined && titles.includes(title.join(' '));
	return (
		had.length * titlePoints.word + pairs.filter(inTitle).length * titlePoints.pair + (isWhole ? titlePoints.exact : 0)
	);
}

function placeOf(state: ModelState, request: WorksRequest, object: IndexObject) {
	const { published, sortKey, group } = object;
	const lacking = request.some ? lacksOf(request.some, object) : [];
	const had = request.some?.words.flatMap((_, at) => (lacking.includes(at) ? [] : pointsOfWord(at))) ?? [];
	const points = had.reduce((sum, one) => sum + one, pointsOfTitle(request, object));
	const cited = countsOf(state, request.groupBy, group).isCitedBy;
	return positionOfWork(request, { points, cited, published, sortKey });
}

function facetsOf(objects: readonly IndexObject[]): WorkFacets {
	const years = objects.flatMap(({ year }) => (year === null ? [] : [year]));
	return {
		type: byCount(objects.map(({ type }) => type)),
		publicationYear: [...new Set(years)]
			.sort((one, other) => one - other)
			.map((year) => [year, years.filter((one) => one === year).length]),
		publisher: byCount(objects.flatMap(({ text }) => [...new Set(text.publisher)])).slice(0, mostFacetValues),
		journal: byCount(objects.flatMap(({ text }) => text.journal.slice(0, 1))).slice(0, mostFacetValues),
	};
}

function byCount<T extends string>(values: readonly T[]): [T, number][] {
	return [...new Set(values)]
		.map((value): [T, number] => [value, values.filter((one) => one === value).length])
		.sort(([one, n], [other, m]) => m - n || compareText(one, other));
}
