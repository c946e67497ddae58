// Describes works from one state of a generation: counts from the tallies, members of families.
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import type { GroupBy, GroupId, Located } from '../../../../ports/search/index-content.ts';
import {
	type DescribedWork,
	type DescribeOptions,
	type FamilyMember,
	type LevelCounts,
	type LevelFacets,
	type LinkCounts,
	type LinkedTimes,
	type ListedWork,
	mostMembersListed,
	mostVersionsListed,
	mostWorksListed,
	type WorkOverview,
} from '../../../../ports/search/object-reader.ts';
import type { SearchFacets } from '../../../../ports/search/search-reader.ts';
import type { Connection } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import { membersOf, seenFromTarget } from '../schema.ts';
import { createFacets } from './facets.ts';
import type { HistoryReader } from './histories.ts';
import { createSourceReader, type Source } from './search.ts';
import { type CountRow, type LinkSelect, selectCounts } from './select-links.ts';

/** Describes works; see ObjectReader. */
export type ObjectReading = {
	describe(group: GroupId, options: DescribeOptions): WorkOverview | undefined;
	countLinks(works: readonly Pick<Located, 'identity' | 'version'>[]): LevelCounts[];
	listMembers(versions: readonly GroupId[]): FamilyMember[];
	countMembers(group: GroupId): number;
	listWorks(range: { after: GroupId; upTo: GroupId }): ListedWork[];
	lastWork(): GroupId;
};

/** Reads through a connection, in its transaction. */
export function createObjectReading(
	connection: Connection,
	{ readHistory, select, readCounts }: { readHistory: HistoryReader; select: LinkSelect; readCounts: CountReader },
): ObjectReading {
	const readSource = createSourceReader(connection);
	const readMembers = createMemberReader(connection);
	const readTimes = createTimesReader(connection);
	const readFacets = createFacetsOfRelations(select, readHistory);
	const listedWorks = connection.prepare(
		`SELECT d.id, d.identifiers FROM document d WHERE d.id > ? AND d.id <= ? ORDER BY d.id LIMIT ${mostWorksListed}`,
	);
	const highest = connection.prepare('SELECT max(id) FROM object WHERE id > 0');
	const versionOf = connection.prepare('SELECT version FROM object WHERE id = ?');
	return {
		describe(group, { facets, versionsFrom = 0 }) {
			const version = versionOf.get<[GroupId]>(group)?.[0];
			const source = readSource('identity', group);
			const family = version === undefined ? undefined : readSource('version', version);
			if (!source || version === undefined || !family) return undefined;
			const { members, total } = readMembers.from(version, versionsFrom);
			const listed = [{ group, document: source.document }, ...members];
			const identityCounts = readCounts(
				'identity',
				listed.map((one) => one.group),
			);
			const [work, ...others] = listed.map(
				(one, at): DescribedWork => ({
					...one,
					counts: identityCounts[at] as LinkCounts,
					linked: readTimes(one.group),
				}),
			);
			const [ofFamily] = readCounts('version', [version]) as [LinkCounts];
			const counts = { identity: identityCounts[0] as LinkCounts, version: ofFamily };
			return {
				work: work as DescribedWork,
				family: { document: family.document, counts: ofFamily, members: others, total },
				...(facets && { facets: readFacets({ group, source }, { group: version, source: family }, counts) }),
			};
		},
		countLinks(works) {
			const identity = readCounts(
				'identity',
				works.map((work) => work.identity),
			);
			const version = readCounts(
				'version',
				works.map((work) => work.version),
			);
			return works.map((_, at) => ({ identity: identity[at] as LinkCounts, version: version[at] as LinkCounts }));
		},
		listMembers: readMembers.of,
		countMembers: readMembers.count,
		listWorks({ after, upTo }) {
			// Version groups have numbers below zero.
			const rows = listedWorks.all<[GroupId, string]>(Math.max(0, after), upTo);
			return rows.map(([group, identifiers]) => ({
				group,
				identifiers: readDocument(identifiers, '', '').identifiers,
			}));
		},
		lastWork: () => highest.get<[GroupId | null]>()?.[0] ?? 0,
	};
}

type Member = Pick<DescribedWork, 'group' | 'document'>;

/** Reads works of a Version group from a place on, and counts all of them. */
function createMemberReader(connection: Connection) {
	type Row = [group: GroupId, identifiers: string, fields: string, versions: string];
	const find = connection.prepare(
		`SELECT d.id, d.identifiers, d.fields, d.versions FROM
			(SELECT o.id, o.published, o.sort_key FROM (${membersOf('?1')}) m CROSS JOIN object o ON o.id = m.id
				ORDER BY o.published DESC NULLS LAST, o.sort_key LIMIT ${mostVersionsListed} OFFSET +?2) first
			CROSS JOIN document d ON d.id = first.id ORDER BY first.published DESC NULLS LAST, first.sort_key`,
	);
	const list = connection.prepare(
		`SELECT o.version, d.id, d.identifiers, d.fields, d.versions FROM
			(SELECT id FROM object WHERE id IN (SELECT value FROM json_each(?1)) AND version = id UNION ALL
				SELECT o.id FROM json_each(?1) wanted CROSS JOIN object o INDEXED BY object_in_family
					ON o.version = wanted.value WHERE o.version <> o.id AND o.id > 0) m
			CROSS JOIN object o ON o.id = m.id CROSS JOIN document d ON d.id = m.id
			ORDER BY o.published DESC NULLS LAST, o.sort_key LIMIT ${mostMembersListed}`,
	);
	const members = connection.prepare(`SELECT count(*) FROM (${membersOf('?1')})`);
	const read = ([group, identifiers, fields, versions]: Row): Member => ({
		group,
		document: readDocument(identifiers, fields, versions),
	});
	const count = (version: GroupId): number => members.get<[number]>(version)?.[0] ?? 0;
	return {
		count,
		from(version: GroupId, from: number): { members: Member[]; total: number } {
			return { members: find.all<Row>(version, from).map(read), total: count(version) };
		},
		/** Reads works of several Version groups. */
		of(versions: readonly GroupId[]): FamilyMember[] {
			const rows = list.all<[version: GroupId, ...Row]>(JSON.stringify(versions));
			return rows.map(([version, ...row]) => ({ version, ...read(row) }));
		},
	};
}

/** Counts the links of groups at a level; returns counts in the order given. */
export type CountReader = (level: GroupBy, groups: readonly GroupId[]) => LinkCounts[];

/** Reads from the tallies how many links groups have. */
export function createCountReader(connection: Connection): CountReader {
	const tallyAt = (level: GroupBy) =>
		connection.prepare(
			`SELECT t.party, t.seen, t.${level} FROM json_each(?) wanted CROSS JOIN tally t ON t.party = wanted.value`,
		);
	const tallies = { identity: tallyAt('identity'), version: tallyAt('version') };
	return (level, groups) => {
		const found = new Map<GroupId, number[]>();
		for (const [party, seen, links] of tallies[level].all<[GroupId, number, number]>(JSON.stringify(groups))) {
			found.getOrInsertComputed(party, () => [])[seen] = links;
		}
		return groups.map((group) => byRelation((_, seen) => found.get(group)?.[seen] ?? 0));
	};
}

/** Reads when an Identity group was linked first and last; null where it has no link. */
function createTimesReader(connection: Connection): (group: GroupId) => LinkedTimes | null {
	// The latest instant of a history with one statement is its first as well.
	const first = `CASE typeof(l.history) WHEN 'integer' THEN l.latest
		ELSE (SELECT min(s.instant) FROM json_each(l.history) item CROSS JOIN statement s ON s.id = item.value) END`;
	const times = (end: 'source' | 'target', more: string) =>
		`SELECT min(${first}) AS first, max(l.latest) AS last FROM link l INDEXED BY link_by_${end}
			WHERE l.${end} = ?1 AND l.level & 1 ${more}`;
	const find = connection.prepare(
		`SELECT min(first), max(last) FROM
			(${times('source', '')} UNION ALL ${times('target', `AND l.${seenFromTarget}`)})`,
	);
	return (group) => {
		const [first, last] = find.get<[number | null, number | null]>(group) ?? [null, null];
		return first === null || last === null ? null : { first, last };
	};
}

type Party = { group: GroupId; source: Source };

/** Counts whole results of each relation at both levels. */
function createFacetsOfRelations(select: LinkSelect, readHistory: HistoryReader) {
	const countFacets = createFacets(select, readHistory);
	const ofLevel = (groupBy: GroupBy, { group, source }: Party, counts: LinkCounts) =>
		byRelation((relation): SearchFacets => {
			const request = { groupBy, group, relation };
			const rows = counts[relation] === 0 ? [] : select<CountRow>(request, selectCounts);
			return countFacets(request, source, rows);
		});
	return (work: Party, family: Party, counts: LevelCounts): LevelFacets => ({
		identity: ofLevel('identity', work, counts.identity),
		version: ofLevel('version', family, counts.version),
	});
}

function byRelation<T>(value: (relation: SearchRelation, seen: number) => T): Record<SearchRelation, T> {
	const entries = searchRelations.map((relation, seen) => [relation, value(relation, seen)]);
	return Object.fromEntries(entries) as Record<SearchRelation, T>;
}
