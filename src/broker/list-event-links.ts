// Lists the links of an event as its payload has them, page by page; knows no storage.
import { parseJson } from '../formats/json/json-text.ts';
import { readRecord } from '../formats/scholix/read-record.ts';
import { writeLink } from '../formats/scholix/writing/write-link.ts';

/** A stretch of the links of an event: at most `limit`, behind the first `after`. */
export type EventLinksQuery = { after: number; limit: number };

/**
 * Answers links of a payload as Scholix link objects, in its order, in whatever dialect they came.
 * A record that is not valid any more comes as it was submitted.
 */
export function listEventLinks(payload: Uint8Array, { after, limit }: EventLinksQuery): unknown[] {
	const parsed = parseJson(payload, 'kept');
	if (!('value' in parsed) || !Array.isArray(parsed.value)) return [];
	return parsed.value.slice(after, after + limit).map((record: unknown, at) => {
		const read = readRecord(record, after + at);
		return 'link' in read ? writeLink(read.link) : record;
	});
}
