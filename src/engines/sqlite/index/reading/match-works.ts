// Matches works with the words of a search, and measures how well they fit. Titles of a family's
// versions are further titles of the family.
import type { GroupId } from '../../../../ports/search/index-content.ts';
import type { WorksRequest } from '../../../../ports/search/work-finder.ts';
import { objectTextFields, type QueryNode } from '../../../../search/query-node.ts';
import { measureTitles, pointsOfWord, type Sought, soughtIn } from '../../../../search/relevance.ts';
import type { Connection, Value } from '../connection.ts';
import { membersOf, textColumns } from '../schema.ts';
import { cancelled, compile, type LinkSeen, type Predicate, textsOf } from './filter.ts';

/** Matches the works `o` of one search at a time; what it writes is valid until the next `begin`. */
export type WorkMatcher = {
	begin(request: WorksRequest): void;
	/** Writes the condition that the words match; undefined where there are none. */
	condition(): string | undefined;
	/** Writes the points of a work by its words. */
	points(): string;
	/** Lists for each work the positions in `some` of the words that it lacks. */
	lacks(ids: readonly number[]): ReadonlyMap<number, readonly number[]>;
	/** Returns the ids of the versions that FoundWork names, by those of the families. */
	versions(ids: readonly number[]): Generator<void, ReadonlyMap<number, GroupId>>;
};

const columns = ['o.type', 'o.year', ...textColumns.map((column) => `t.${column}`)].join(', ');
const ofText = 'FROM text t WHERE t.id = o.id';

type Search = {
	holds: Predicate | undefined;
	some: readonly Predicate[];
	sought: Sought;
	titlePoints: ReturnType<typeof measureTitles>;
};

/** Defines the functions for a connection; where `isCancelled` returns true, the search fails. */
export function createWorkMatcher(connection: Connection, isCancelled: () => boolean): WorkMatcher {
	let search = beginSearch({});
	connection.define('work_holds', (...row) => {
		if (isCancelled()) throw cancelled();
		return Number((search.holds as Predicate)(workOf(row)));
	});
	connection.define('word_points', (...row) => {
		const work = workOf(row);
		return search.some.reduce((sum, holds, at) => sum + (holds(work) ? pointsOfWord(at) : 0), 0);
	});
	connection.define('title_points', (year, title, versionTitles) =>
		search.titlePoints(titlesOf(title as string, versionTitles as string), year as number | null),
	);
	const read = connection.prepare(
		`SELECT o.id, ${columns} FROM json_each(?) wanted CROSS JOIN object o ON o.id = wanted.value
			CROSS JOIN text t ON t.id = o.id`,
	);
	const findVersion = createVersionFinder(connection);
	return {
		begin(request) {
			search = beginSearch(request);
		},
		condition: () => (search.holds ? `(SELECT work_holds(${columns}) ${ofText})` : undefined),
		points() {
			const ofTitle = search.sought.words.length === 0 ? '0' : 'title_points(o.year, t.title, t.version_titles)';
			const ofWords = search.some.length === 0 ? '' : ` + word_points(${columns})`;
			return ofTitle + ofWords === '0' ? '0' : `(SELECT ${ofTitle}${ofWords} ${ofText})`;
		},
		lacks(ids) {
			const rows = read.all<[number, ...Value[]]>(JSON.stringify(ids));
			return new Map(
				rows.map(([id, ...row]) => {
					const work = workOf(row);
					return [id, search.some.flatMap((holds, at) => (holds(work) ? [] : at))];
				}),
			);
		},
		*versions(ids) {
			const found = new Map<number, GroupId>();
			if (search.sought.words.length === 0) return found;
			for (const id of ids) {
				if (id > 0) continue;
				yield;
				const version = findVersion(id, search.titlePoints);
				if (version !== undefined) found.set(id, version);
			}
			return found;
		},
	};
}

function beginSearch({ q, some, sought = q }: Pick<WorksRequest, 'q' | 'some' | 'sought'>): Search {
	const noLink = () => () => false;
	const all: Predicate[] = q ? [compile(q, noLink)] : [];
	const words = some?.words.map((word: QueryNode) => compile(word, noLink)) ?? [];
	const least = some?.least ?? 0;
	if (some) all.push((work) => words.reduce((had, holds) => had + Number(holds(work)), 0) >= least);
	const inTitles = soughtIn(sought);
	return {
		holds: all.length === 0 ? undefined : (work) => all.every((holds) => holds(work)),
		some: words,
		sought: inTitles,
		titlePoints: measureTitles(inTitles),
	};
}

function workOf([type, year, ...words]: readonly Value[]): LinkSeen {
	const versionTitles = words[objectTextFields.length] as string;
	const texts = words.slice(0, objectTextFields.length) as string[];
	texts[0] = titlesOf(texts[0] as string, versionTitles);
	return { type: type as number, year: year as number | null, history: null, texts: textsOf(texts) };
}

function titlesOf(title: string, versionTitles: string): string {
	return versionTitles === '' ? title : `${title}|${versionTitles}`;
}

function createVersionFinder(connection: Connection) {
	const readTitles = connection.prepare('SELECT title, version_titles FROM text WHERE id = ?');
	const listMembers = connection.prepare(
		`SELECT o.id, t.title FROM (${membersOf('?1')}) m CROSS JOIN object o ON o.id = m.id
			CROSS JOIN text t ON t.id = m.id ORDER BY o.published DESC NULLS LAST, o.sort_key`,
	);
	return (family: number, pointsOf: Search['titlePoints']): GroupId | undefined => {
		const [title = '', others = ''] = readTitles.get<[string, string]>(family) ?? [];
		let most = pointsOf(title, null);
		if (pointsOf(titlesOf(title, others), null) <= most) return undefined;
		let best: GroupId | undefined;
		for (const [id, own] of listMembers.iterate<[GroupId, string]>(-family)) {
			const points = pointsOf(own, null);
			if (points > most) [best, most] = [id, points];
		}
		return best;
	};
}
