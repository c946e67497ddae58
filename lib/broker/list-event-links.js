// Lists the links of an event as its payload has them, page by page; knows no storage.
import { parseJson } from '../formats/json/json-text.js';
import { readRecord } from '../formats/scholix/read-record.js';
import { writeLink } from '../formats/scholix/writing/write-link.js';

/** A stretch of the links of an event: at most `limit`, behind the first `after`. */
                                                               

/**
 * Answers links of a payload as Scholix link objects, in its order, in whatever dialect they came.
 * A record that is not valid any more comes as it was submitted.
 */
export function listEventLinks(payload            , { after, limit }                 )            {
	const parsed = parseJson(payload, 'kept');
	if (!('value' in parsed) || !Array.isArray(parsed.value)) return [];
	return parsed.value.slice(after, after + limit).map((record         , at) => {
		const read = readRecord(record, after + at);
		return 'link' in read ? writeLink(read.link) : record;
	});
}
