// Answers a search with its whole result as a file, as fast as the client reads; knows no form.
                                                     
                                                                                      
import { refusePages, takeAway } from '../../broker/searching/take-away.js';
                                                                   
                                                             
                                          
import { exportFileName, exportForms } from './export-formats.js';
                                                        
import { understoodHeaders } from './understood.js';

                                            

/**
 * Answers the whole result as a file. The first page is searched before the answer begins, so that
 * what is wrong with the search is still a problem; a later failure breaks the connection off, and
 * goes to `onFailure`. `caching` are headers besides. Fails with `bad-query` where a page is asked
 * for.
 */
export async function exportAnswer(
	context             ,
	search        ,
	asked                                                                                                        ,
	onFailure                          ,
)                  {
	refusePages(asked.parameters);
	const { first, pieces } = await takeAway(search, asked.query, asked.format);
	const { id, relation, group_by } = asked.query;
	const headers = {
		...asked.caching,
		'Content-Type': exportForms[asked.format].contentType,
		'Content-Disposition': `attachment; filename="${exportFileName([id, relation, group_by], asked.format)}"`,
		'X-Total-Count': String(first.total),
		...understoodHeaders(first),
	};
	const body = context.req.method === 'HEAD' ? null : streamOf(pieces, context, onFailure);
	return { status: 200, headers, body };
}

/** Streams pieces, each made when the one before was read; stops when the client has gone. */
function streamOf(
	texts                        ,
	context             ,
	onFailure                          ,
)                             {
	const encoder = new TextEncoder();
	return new ReadableStream            (
		{
			async pull(controller) {
				try {
					const { done, value } = await texts.next();
					if (done) controller.close();
					else controller.enqueue(encoder.encode(value));
				} catch (error) {
					onFailure(error);
					const outgoing = context.env?.outgoing;
					// The status is sent: only a broken connection still says that this is not all.
					if (outgoing) outgoing.destroy();
					else controller.error(error);
				}
			},
			cancel: async () => void (await texts.return(undefined)),
		},
		{ highWaterMark: 0 },
	);
}
