// Answers a search with its whole result as a file, page by page as fast as the client reads; knows no form and no engine.
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Broker } from '../broker/broker.ts';
import { largestPageSize, type RelationshipAnswer, type RelationshipQuery } from '../broker/search-relationships.ts';
import { BrokerError } from '../errors.ts';
import { describeUnknownObject } from '../scholix/write-answers.ts';
import { createExportWriter, type ExportFormat } from '../scholix/write-exports.ts';
import type { Answer } from './answer.ts';
import { exportFileName, exportForms } from './export-formats.ts';
import type { HttpContext } from './http-context.ts';
import { badQuery, type Parameters } from './query-parameters.ts';

type Search = Pick<Broker, 'searchRelationships'>['searchRelationships'];

/**
 * Answers the whole result as a file. The first page is searched before the answer begins, so that what is wrong with the search is still a
 * problem; what fails later breaks the connection off, and goes to `onFailure`. Fails with `bad-query` where a page is asked for.
 */
export async function exportAnswer(
	context: HttpContext,
	search: Search,
	asked: { query: RelationshipQuery; parameters: Parameters; format: ExportFormat },
	onFailure: (error: unknown) => void,
): Promise<Answer> {
	refusePages(asked.parameters);
	const query = { ...asked.query, size: largestPageSize };
	const first = await search(query, { facets: false });
	const { id, relation, group_by } = query;
	const headers = {
		'Content-Type': exportForms[asked.format].contentType,
		'Content-Disposition': `attachment; filename="${exportFileName([id, relation, group_by], asked.format)}"`,
		Vary: 'Accept',
		'X-Total-Count': String(first.total),
	};
	const body =
		context.req.method === 'HEAD' ? null : streamOf(pieces(search, query, first, asked.format), context, onFailure);
	return { status: 200, headers, body };
}

function refusePages(parameters: Parameters): void {
	const problems = ['size', 'page', 'cursor']
		.filter((name) => parameters[name] !== undefined)
		.map((field) => ({ field, message: `This form holds the whole result; leave ${field} out.` }));
	if (problems.length > 0) throw badQuery(problems);
}

async function* pieces(
	search: Search,
	query: RelationshipQuery,
	first: RelationshipAnswer,
	format: ExportFormat,
): AsyncGenerator<string> {
	const source = first.source ?? describeUnknownObject(first.asked.value, first.asked.scheme);
	const writer = createExportWriter(format, source, query.relation);
	yield writer.begin() + writer.items(first.items);
	for (let { cursor } = first; cursor !== undefined; ) {
		// A client that reads as fast as this writes must not keep all others waiting.
		await othersTurn();
		const page = await search({ ...query, cursor, page: undefined }, { facets: false });
		if (!page.source)
			throw new BrokerError('unavailable', 'The search index was cleared while a result was taken away.');
		yield writer.items(page.items);
		cursor = page.cursor;
	}
	yield writer.end();
}

/** Streams text piece by piece, each made only when the one before was taken; stops making any when nobody reads on. */
function streamOf(
	texts: AsyncGenerator<string>,
	context: HttpContext,
	onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const { done, value } = await texts.next();
					if (done) controller.close();
					else controller.enqueue(encoder.encode(value));
				} catch (error) {
					onFailure(error);
					const outgoing = context.env?.outgoing;
					// Status and headers are out: only a connection that breaks off says that this is not all.
					if (outgoing) outgoing.destroy();
					else controller.error(error);
				}
			},
			cancel: async () => void (await texts.return(undefined)),
		},
		{ highWaterMark: 0 },
	);
}
