// A search with its whole result, written as a file page by page, as fast as it is read. It knows
// no transport and no engine.
import { setImmediate as nextTick } from 'node:timers/promises';
import { wrongInput } from '../../errors/wrong-input.js';
import { BrokerError } from '../../errors.js';
import { describeUnknownObject } from '../../formats/scholix/writing/write-answers.js';
import { createExportWriter,                                      } from '../../formats/write-exports.js';
import { shownLimits } from '../../links/limits.js';
                                           
import { largestPageSize,                        } from './relationship-query.js';
                                                                    

                                            

/** A result that is being taken away: its first page, and pieces that joined are the file. */
                                                                                                       

/**
 * Begins to take a whole result away; what `query` says of pages is ignored. The first page is
 * searched before this resolves, so that what is wrong with the search fails here; `pieces` fails
 * with `unavailable` where the index is cleared meanwhile.
 */
export async function takeAway(search        , query                   , format              )                     {
	const whole = { ...query, size: largestPageSize, page: undefined, cursor: undefined };
	const first = await search(whole, { facets: false });
	return { first, pieces: piecesOf(search, whole, first, format) };
}

/**
 * Fails with `bad-query` where `parameters` ask for a page (size, page or cursor) of a whole
 * result.
 */
export function refusePages(parameters                                  )       {
	const problems = ['size', 'page', 'cursor']
		.filter((name) => parameters[name] !== undefined)
		.map((field) => ({ field, message: `${field} cannot be given here: this form holds the whole result.` }));
	if (problems.length === 0) return;
	throw wrongInput('bad-query', problems);
}

async function* piecesOf(
	search        ,
	query                   ,
	first                    ,
	format              ,
)                                          {
	const source = first.source ?? describeUnknownObject(first.asked.value, first.asked.scheme);
	const writer = createExportWriter(format, source, query.relation);
	yield writer.begin();
	yield* written(writer, first.items);
	for (let { cursor } = first; cursor !== undefined; ) {
		// A fast reader must not keep all other requests waiting.
		await nextTick();
		const page = await search({ ...query, cursor }, { facets: false, counted: false });
		if (!page.source)
			throw new BrokerError('unavailable', 'The search index was cleared while a result was taken away.');
		yield* written(writer, page.items);
		cursor = page.cursor;
	}
	yield writer.end();
}

/** Writes links in pieces of bounded length: one that is longer comes alone. */
function* written(writer              , items                             )                          {
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
