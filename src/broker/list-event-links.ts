// Lists the links of an event as they were submitted.
import { parseJson } from '../formats/json/json-text.ts';
import { readRecord } from '../formats/scholix/read-record.ts';
import { writeLink } from '../formats/scholix/writing/write-link.ts';
import type { Events } from '../store/events.ts';
import type { Id } from '../store/graph.ts';
import { countFitting } from './in-steps.ts';

/** A range of the links of an event: at most `limit`, after the first `after`. */
export type EventLinksQuery = { after: number; limit: number };

/** Returns links of the event with this sequence; see linksOfPayload. */
export async function listEventLinks(
	records: Pick<Events, 'payload'>,
	{ sequence, ...query }: EventLinksQuery & { sequence: Id },
): Promise<unknown[]> {
	return linksOfPayload(await records.payload(sequence), query);
}

/**
 * Returns links of a payload as Scholix link objects, in its order, in whatever dialect they came.
 * A record that is no longer valid is returned as it was submitted. There are fewer than `limit` if
 * a page has no room for more.
 */
export function linksOfPayload(payload: Uint8Array, { after, limit }: EventLinksQuery): unknown[] {
	const parsed = parseJson(payload, 'kept');
	if (!('value' in parsed) || !Array.isArray(parsed.value)) return [];
	const links = parsed.value.slice(after, after + limit).map((record: unknown, at) => {
		const read = readRecord(record, after + at);
		return 'link' in read ? writeLink(read.link) : record;
	});
	return links.slice(
		0,
		countFitting(links, (link) => Buffer.byteLength(JSON.stringify(link))),
	);
}
