// Lists all identifiers and all versions of a work in pages, for answers that show only the first.
import { z } from 'zod';
import type { VersionNames } from '../../formats/scholix/writing/write-answers.ts';
import type { Identifier } from '../../identifiers/index.ts';
import { type DescribedWork, mostVersionsListed } from '../../ports/search/object-reader.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';
import { pageParameter, prettyprintParameter } from '../searching/parameters.ts';
import { describeObject } from './describe-object.ts';

/** The most identifiers of one page. */
export const identifiersPerPage = 1_000;

/** Describes and checks the parameters of a page. */
export const wholeListQuerySchema = z.strictObject({
	page: pageParameter,
	prettyprint: prettyprintParameter,
});

type Needs = { index: AnsweringIndex; records: Pick<Records, 'read'> };
type Asked = { number: number; page: number; signal?: AbortSignal | undefined };

/**
 * Lists a page of the identifiers of the work that has the numbered one, in the order in which they
 * became known; undefined if it is in no work of the index. The records list them, and the index
 * decides which of them count. `isLast` where no page follows.
 */
export async function listIdentifiers(
	{ index, records }: Needs,
	{ number, page }: Asked,
): Promise<{ identifiers: readonly Identifier[]; isLast: boolean } | undefined> {
	const read = await records.read(async (transaction) => {
		const [named] = await transaction.identifiers([number]);
		if (!named) return undefined;
		const members = await transaction.members('identity', [named.identity]);
		const ids = members.map(({ id }) => id).sort((one, other) => one - other);
		const upTo = page * identifiersPerPage;
		const listed = await transaction.identifiers(ids.slice(upTo - identifiersPerPage, upTo));
		return { named, listed: listed.sort((one, other) => one.id - other.id), isLast: ids.length <= upTo };
	});
	const [work] = read ? await index.locate([read.named]) : [];
	if (!read || !work) return undefined;
	const located = await index.locate(read.listed);
	const own = new Set(
		located.filter(({ identity }) => identity === work.identity).map(({ scheme, key }) => `${key}\0${scheme}`),
	);
	return { ...read, identifiers: read.listed.filter(({ scheme, key }) => own.has(`${key}\0${scheme}`)) };
}

/** Lists a page of the versions of a work, latest published first; undefined as listIdentifiers. */
export async function listVersions(
	needs: Needs,
	{ number, page, signal }: Asked,
): Promise<{ versions: readonly DescribedWork[]; names: VersionNames; total: number; isLast: boolean } | undefined> {
	const from = (page - 1) * mostVersionsListed;
	const found = await describeObject(needs, { number }, { facets: false, versionsFrom: from, signal });
	if (!found?.overview) return undefined;
	const { members: versions, total } = found.overview.family;
	return { versions, names: found.overview.names, total, isLast: from + mostVersionsListed >= total };
}
