// The change log: GET /changes.

import { z } from '@hono/zod-openapi';
import { type ChangeFormat, changeQuerySchema, readChangesQuery } from '../../broker/changes/change-query.ts';
import { writeChange } from '../../formats/changes/write-changes.ts';
import { linkSchema } from '../../formats/scholix/schema.ts';
import { type Answer, abandonedAnswer } from '../answers/answer.ts';
import { exampleTime, time } from '../answers/answer-schemas.ts';
import { atomMediaType, writeEach, writeFeed } from '../answers/atom-feed.ts';
import { chooseOffered, jsonMediaType } from '../answers/media-types.ts';
import { type Parameters, readParameters } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { type HttpContext, isAbandoned, whileResting } from '../server/http-context.ts';
import { answerFeed, definitionHeader, feedEntries, feedHead } from './feeds.ts';
import { countedHeaderSchemas, defineRoute, header, optionalHeader, type Route, text } from './route.ts';

const linesMediaType = 'application/x-ndjson';

const mediaTypes: Readonly<Record<ChangeFormat, string>> = {
	json: jsonMediaType,
	jsonl: linesMediaType,
	atom: atomMediaType,
};
const formatOf = { [jsonMediaType]: 'json', [linesMediaType]: 'jsonl', [atomMediaType]: 'atom' } as const;

// The log grows at any time, and the descriptions in a page change with those of its works.
const caching = { 'Cache-Control': 'no-cache', Vary: 'Accept' } as const;

const changeSchema = z
	.strictObject({
		number: z.int().min(1).openapi({ description: 'The number of the entry. Numbers have no gaps.', example: 4711 }),
		time: time.openapi({ description: 'When the entry was written.', example: exampleTime }),
		kind: z
			.enum(['asserted', 'withdrawn'])
			.openapi({ description: 'asserted: the assertion came to count. withdrawn: it ceased to count.' }),
		first: z.literal(true).optional().openapi({ description: 'Present if nobody had asserted this link before.' }),
		last: z.literal(true).optional().openapi({ description: 'Present if nobody asserts this link any longer.' }),
		link: linkSchema.openapi({
			description: 'The assertion: a link with one provider and one date, in the form that POST /events accepts.',
		}),
	})
	.openapi('Change');

/** Describes the log in JSON. */
export const changesSchema = z
	.strictObject({
		changes: z.array(changeSchema),
		next: z
			.string()
			.openapi({ description: 'The cursor for the next request. Pass it as after.', example: '3f9a0b12cd-2f' }),
	})
	.openapi('Changes');

type Needs = Pick<AppNeeds, 'broker' | 'settings' | 'now'>;

/** Creates the routes of the log. */
export function createChangeRoutes(needs: Needs): Route[] {
	const clear = ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier'] as const;
	return [
		defineRoute({
			route: 'GET /changes',
			access: 'anyone',
			needs: 'records',
			shared: true,
			id: 'readChanges',
			tag: 'changes',
			summary: 'Read the change log',
			description:
				'Returns each assertion that came to count or ceased to count, complete and in order. Submitting ' +
				'the link of each entry to an empty broker, `asserted` with action=assert and `withdrawn` with ' +
				'action=withdraw, produces the same graph.',
			query: { described: changeQuerySchema, read: readParameters },
			answers: {
				200: {
					description:
						'Entries, oldest first; in an Atom feed without after, newest first, and citations alone unless ' +
						'entries or relation asks for others. A filter may skip many entries, so a page may be empty ' +
						'although more follow.',
					headers: {
						Link: optionalHeader('The next page, rel next (RFC 8288). Absent in a feed of the newest entries.'),
						Definition: countedHeaderSchemas.Definition,
						'Cache-Control': header('Always no-cache.'),
						Vary: header('Always Accept.'),
					},
					content: {
						[jsonMediaType]: { schema: changesSchema },
						[linesMediaType]: { schema: text },
						[atomMediaType]: { schema: text },
					},
				},
			},
			problems: [...clear, 'cursor-expired', 'not-acceptable'],
			handle: ({ context, query }) => answerChanges(context, query, needs),
		}),
	];
}

async function answerChanges(
	context: HttpContext,
	parameters: Parameters,
	{ broker, ...needs }: Needs,
): Promise<Answer> {
	const asked = readChangesQuery(parameters);
	const accepted = () =>
		formatOf[chooseOffered(context.req.header('accept'), [jsonMediaType, linesMediaType, atomMediaType])];
	const format = asked.format ?? accepted();
	const addresses = addressesOf(context, needs, parameters);
	const query = { ...asked, ...(format === 'atom' && { entries: feedEntries(asked) }) };
	const common = { ...caching, ...definitionHeader({ broker }, asked) };
	if (format === 'atom' && query.after === undefined) {
		const { after: _, wait: __, format: ___, ...filter } = query;
		const feed = await answerFeed(context, { broker, ...needs }, { query: filter, self: addresses.self });
		return { ...feed, headers: { ...feed.headers, ...common } };
	}
	const page = await broker.readChanges(query, (wait) => whileResting(context, wait));
	// The client has disconnected.
	if (isAbandoned(context)) return abandonedAnswer;
	const next = addresses.after(page.next);
	const headers = { ...common, 'Content-Type': mediaTypes[format], Link: `<${next}>; rel="next"` };
	if (format === 'atom') {
		const body = await writeFeed(page, feedHead(context, needs, { query, self: addresses.self, next }));
		return { status: 200, headers, body };
	}
	const lines = await writeEach(page.changes, writeChange);
	const body =
		format === 'jsonl'
			? lines.map((line) => `${line}\n`).join('')
			: `{"changes":[${lines.join(',')}],"next":${JSON.stringify(page.next)}}`;
	return { status: 200, headers, body };
}

/** Returns addresses of the log with these parameters. */
function addressesOf(
	context: HttpContext,
	{ settings }: Pick<Needs, 'settings'>,
	{ after, ...parameters }: Partial<Parameters>,
) {
	const address = `${baseAddress(context.req.url, settings.publicUrl)}/changes`;
	const given = Object.entries(parameters).map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
	const withQuery = (more: readonly string[]) => [address, [...given, ...more].join('&')].filter(Boolean).join('?');
	const behind = (cursor: string) => withQuery([`after=${encodeURIComponent(cursor)}`]);
	return {
		self: after === undefined ? withQuery([]) : behind(after),
		after: behind,
	};
}
