// Writes the whole result of a search as a file, page by page, as fast as it is read.

import { setImmediate as nextTick } from 'node:timers/promises';
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import type { ExportFormat } from '../../formats/export-formats.ts';
import { describeUnknownObject } from '../../formats/scholix/writing/write-answers.ts';
import { createExportWriter, type ExportWriter } from '../../formats/write-exports.ts';
import { shownLimits } from '../../links/limits.ts';
import { sumCounts } from '../../search/flags/left-out.ts';
import type { Broker } from '../broker.ts';
import { largestPageSize, type RelationshipQuery } from './relationship-query.ts';
import type { RelationshipAnswer } from './search-relationships.ts';

type Search = Broker['searchRelationships'];

/** A result on its way to a file: its first page, and the pieces of the file. */
export type ExportedResult = { first: RelationshipAnswer; pieces: AsyncGenerator<string, void, undefined> };

/**
 * Reads a whole result page by page: the first is searched before this resolves, so errors of the
 * search fail here. The parameters of pages in `query` are ignored. Histories are whole where
 * `wholeHistory` says so. `pages` fails with `unavailable` if the index is cleared meanwhile.
 */
export async function readWholeResult(
	search: Search,
	query: RelationshipQuery,
	{ wholeHistory }: WholeOptions,
): Promise<{ first: RelationshipAnswer; pages: Pages }> {
	const whole = { ...query, size: largestPageSize, page: undefined, cursor: undefined };
	const [other, ...others] = query.only ?? [];
	const first = await search(whole, { facets: false, wholeHistory, other });
	const parts = [first];
	for (const other of others) parts.push(await search({ ...whole, size: 0 }, { facets: false, other }));
	const counts = parts.map(({ total, excluded = {}, unknown = {} }) => ({ total, excluded, unknown }));
	const { total, excluded, unknown } = sumCounts(counts);
	return {
		first: { ...first, total, ...(first.excluded && { excluded, unknown }) },
		pages: pagesOf(search, whole, first, { wholeHistory }),
	};
}

type WholeOptions = { wholeHistory: boolean };
type Pages = AsyncGenerator<RelationshipAnswer, void, undefined>;

/**
 * Begins to export a whole result; fails as readWholeResult does. `mark` is what a CSV begins with: the
 * byte order mark, or nothing.
 */
export async function exportResult(
	search: Search,
	query: RelationshipQuery,
	format: ExportFormat,
	mark = '',
): Promise<ExportedResult> {
	const { first, pages } = await readWholeResult(search, query, { wholeHistory: true });
	return { first, pieces: piecesOf(query, first, pages, { format, mark }) };
}

/**
 * Fails with `bad-query` if `parameters` select a page (size, page or cursor) of a whole result.
 */
export function refusePages(parameters: Readonly<Record<string, string>>): void {
	const problems = ['size', 'page', 'cursor']
		.filter((name) => parameters[name] !== undefined)
		.map((field) => ({ field, message: `${field} cannot be combined with format: the answer is the whole result.` }));
	if (problems.length === 0) return;
	throw wrongInput('bad-query', problems);
}

async function* piecesOf(
	query: RelationshipQuery,
	first: RelationshipAnswer,
	pages: Pages,
	{ format, mark }: { format: ExportFormat; mark: string },
): AsyncGenerator<string, void, undefined> {
	const source = first.source ?? describeUnknownObject(first.asked.value, first.asked.scheme);
	const writer = createExportWriter(format, source, { relation: first.relation, flags: query.flags === '1' });
	yield format === 'csv' ? mark + writer.begin() : writer.begin();
	for await (const { items } of pages) yield* written(writer, items);
	yield writer.end();
}

/** Searches page after page of the whole result, or of each of the works that `only` names. */
async function* pagesOf(
	search: Search,
	query: RelationshipQuery,
	first: RelationshipAnswer,
	{ wholeHistory }: WholeOptions,
): Pages {
	const searchPage = async (other: string | undefined, cursor?: string) => {
		// A fast reader must not keep all other requests waiting.
		await nextTick();
		const options = { facets: false, counted: false, wholeHistory, other };
		const page = await search({ ...query, cursor }, options);
		if (first.source && !page.source) {
			throw new BrokerError('unavailable', 'The search index was cleared during the export.');
		}
		return page;
	};
	for (const [at, other] of (query.only ?? [undefined]).entries()) {
		let page = at === 0 ? first : await searchPage(other);
		yield page;
		while (page.cursor !== undefined) {
			page = await searchPage(other, page.cursor);
			yield page;
		}
	}
}

/** Writes links in pieces of bounded length: one that is longer comes alone. */
function* written(writer: ExportWriter, items: RelationshipAnswer['items']): Generator<string, void> {
	let piece = '';
	for (const item of items) {
		for (const text of writer.item(item)) {
			if (piece !== '' && piece.length + text.length > shownLimits.pieceLength) {
				yield piece;
				piece = '';
			}
			piece += text;
		}
	}
	if (piece !== '') yield piece;
}
