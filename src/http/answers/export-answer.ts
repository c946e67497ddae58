// Answers a search with its whole result as a file, as fast as the client reads; knows no form and no engine.
import type { Broker } from '../../broker/broker.ts';
import type { RelationshipQuery } from '../../broker/search-relationships.ts';
import { refusePages, takeAway } from '../../broker/take-away.ts';
import type { ExportFormat } from '../../formats/write-exports.ts';
import type { HttpContext } from '../server/http-context.ts';
import type { Answer } from './answer.ts';
import { exportFileName, exportForms } from './export-formats.ts';
import type { Parameters } from './query-parameters.ts';

type Search = Broker['searchRelationships'];

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
	const { total, pieces } = await takeAway(search, asked.query, asked.format);
	const { id, relation, group_by } = asked.query;
	const headers = {
		'Content-Type': exportForms[asked.format].contentType,
		'Content-Disposition': `attachment; filename="${exportFileName([id, relation, group_by], asked.format)}"`,
		Vary: 'Accept',
		'X-Total-Count': String(total),
	};
	const body = context.req.method === 'HEAD' ? null : streamOf(pieces, context, onFailure);
	return { status: 200, headers, body };
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
