// Answers a search with its whole result as a file, as fast as the client reads.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Broker } from '../../broker/broker.ts';
import { exportResult, refusePages } from '../../broker/searching/export-result.ts';
import type { RelationshipQuery } from '../../broker/searching/relationship-query.ts';
import type { ExportFormat } from '../../formats/export-formats.ts';
import type { HttpContext } from '../server/http-context.ts';
import type { Answer } from './answer.ts';
import { csvMark, exportFileName, exportForms } from './media-types.ts';
import { countedHeaders, understoodHeaders } from './paging.ts';
import type { Parameters } from './query-parameters.ts';

type Search = Broker['searchRelationships'];

/**
 * Answers the whole result as a file. The first page is read before the answer begins, so an error
 * of the search is still a problem. A later failure closes the connection and is passed to
 * `onFailure`. Fails with `bad-query` if a page is requested.
 */
export async function exportAnswer(
	context: HttpContext,
	search: Search,
	asked: { query: RelationshipQuery; parameters: Parameters; format: ExportFormat },
	onFailure: (error: unknown) => void,
): Promise<Answer> {
	refusePages(asked.parameters);
	const { first, pieces } = await exportResult(search, asked.query, asked.format, csvMark(asked.query));
	const { id, relation, group_by } = asked.query;
	const fileName = exportFileName([id, relation, group_by], exportForms[asked.format].extension);
	const headers = {
		'Content-Type': exportForms[asked.format].contentType,
		'Content-Disposition': `attachment; filename="${fileName}"`,
		'X-Total-Count': String(first.total),
		...understoodHeaders(first),
		...countedHeaders(first, { hasMembers: false }),
	};
	const body = context.req.method === 'HEAD' ? null : streamOf(pieces, context, onFailure);
	return { status: 200, headers, body };
}

/**
 * Streams pieces, each made when the one before was read and it is the turn of the request. Stops when
 * the client disconnects.
 */
export function streamOf(
	texts: AsyncGenerator<string>,
	context: HttpContext,
	onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	// Later pieces are read for the same sender as the first.
	const next = AsyncLocalStorage.bind(() => texts.next());
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const { done, value } = await (context.get('turn')?.work(next) ?? next());
					if (done) controller.close();
					else controller.enqueue(encoder.encode(value));
				} catch (error) {
					onFailure(error);
					const outgoing = context.env?.outgoing;
					// The status is already sent: only a broken connection shows that the file is
					// incomplete.
					if (outgoing) outgoing.destroy();
					else controller.error(error);
				}
			},
			cancel: async () => void (await texts.return(undefined)),
		},
		{ highWaterMark: 0 },
	);
}
