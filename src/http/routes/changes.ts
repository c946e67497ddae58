// The change log: GET /changes, and the Atom feed of a work.

import { z } from '@hono/zod-openapi';
import {
	type ChangeFormat,
	type ChangesQuery,
	changeQuerySchema,
	readChangesQuery,
} from '../../broker/changes/change-query.ts';
import type { ChangesPage } from '../../broker/changes/read-changes.ts';
import { createPace } from '../../broker/in-steps.ts';
import { type ChangeEndView, type ChangeView, sayChange, writeChange } from '../../formats/changes/write-changes.ts';
import { linkSchema } from '../../formats/scholix/schema.ts';
import { identifierUrl } from '../../identifiers/index.ts';
import { linkLimits } from '../../links/limits.ts';
import { isoTime } from '../../links/link-date.ts';
import { windowTitle } from '../../links/words.ts';
import { softwareName } from '../../settings/site.ts';
import { type Answer, abandonedAnswer } from '../answers/answer.ts';
import { exampleTime, time } from '../answers/answer-schemas.ts';
import { escapeMarkup } from '../answers/html.ts';
import { chooseOffered, jsonMediaType } from '../answers/media-types.ts';
import { type Parameters, readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { type HttpContext, isAbandoned, whileResting } from '../server/http-context.ts';
import { defineRoute, header, optionalHeader, type Route, text } from './route.ts';

const linesMediaType = 'application/x-ndjson';
const atomMediaType = 'application/atom+xml';

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

const feedPathSchema = z.strictObject({
	scheme: z
		.string()
		.openapi({ description: 'The scheme of the identifier.', maxLength: linkLimits.schemeLength, example: 'doi' }),
	id: z.string().openapi({
		description: 'The identifier. Slashes may be encoded or not.',
		maxLength: linkLimits.idLength,
		example: '10.5281/zenodo.11020',
	}),
});

const feedQuerySchema = changeQuerySchema.pick({ limit: true, provider: true, relation: true, type: true });

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
						'Entries, oldest first; in an Atom feed without after, newest first. A filter may skip many ' +
						'entries, so a page may be empty although more follow.',
					headers: {
						Link: optionalHeader('The next page, rel next (RFC 8288). Absent in a feed of the newest entries.'),
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
		defineRoute({
			route: 'GET /objects/{scheme}/{id}/feed.atom',
			deep: true,
			access: 'anyone',
			needs: 'records',
			shared: true,
			id: 'readFeed',
			tag: 'changes',
			summary: 'Follow the changes of a work in a feed reader',
			description: 'Returns the newest changes of the links of a work as an Atom feed, newest first.',
			params: feedPathSchema,
			query: { described: feedQuerySchema, read: readFeedParameters },
			answers: {
				200: {
					description: 'The feed.',
					headers: { 'Cache-Control': header('Always no-cache.') },
					content: { [atomMediaType]: { schema: text } },
				},
			},
			problems: [...clear, 'not-found'],
			handle: ({ context, params, query }) => answerFeed(context, { ...query, ...params }, needs),
		}),
	];
}

async function answerChanges(
	context: HttpContext,
	parameters: Parameters,
	{ broker, ...needs }: Needs,
): Promise<Answer> {
	const query = readChangesQuery(parameters);
	const accepted = () =>
		formatOf[chooseOffered(context.req.header('accept'), [jsonMediaType, linesMediaType, atomMediaType])];
	const format = query.format ?? accepted();
	const newestFirst = format === 'atom' && query.after === undefined;
	const page = newestFirst
		? await broker.readNewestChanges(filterOf(query))
		: await broker.readChanges(query, (wait) => whileResting(context, wait));
	// The client has disconnected.
	if (isAbandoned(context)) return abandonedAnswer;
	const addresses = addressesOf(context, needs, parameters);
	const next = addresses.after(page.next);
	const headers = {
		...caching,
		'Content-Type': mediaTypes[format],
		...(!newestFirst && { Link: `<${next}>; rel="next"` }),
	};
	if (format === 'atom') {
		const title = query.id === undefined ? 'Changes of scholarly links' : `Changes of the links of ${query.id}`;
		const head = {
			title,
			site: ownName(needs.settings),
			self: addresses.self,
			addressOf: addressesOf(context, needs, {}).of(page),
			now: needs.now(),
		};
		const body = await writeAtomFeed(page.changes, { ...head, ...(!newestFirst && { next }) });
		return { status: 200, headers, body };
	}
	const lines = await writeEach(page.changes, writeChange);
	const body =
		format === 'jsonl'
			? lines.map((line) => `${line}\n`).join('')
			: `{"changes":[${lines.join(',')}],"next":${JSON.stringify(page.next)}}`;
	return { status: 200, headers, body };
}

/** Writes entries; other requests have their turn between them. */
async function writeEach(
	changes: ChangesPage['changes'],
	write: (change: ChangeView) => string,
): Promise<readonly string[]> {
	const pace = createPace();
	const written: string[] = [];
	for (const change of changes) {
		await pace();
		written.push(write(change));
	}
	return written;
}

function readFeedParameters(url: string): Parameters {
	const parameters = readParameters(url);
	refuseOthers(parameters, Object.keys(feedQuerySchema.shape));
	return parameters;
}

async function answerFeed(
	context: HttpContext,
	parameters: Parameters & { scheme: string; id: string },
	{ broker, ...needs }: Needs,
): Promise<Answer> {
	const { scheme, id } = parameters;
	const { limit, ...others } = readChangesQuery(parameters);
	const page = await broker.readNewestChanges({ ...filterOf(others), limit });
	const { publicUrl } = needs.settings;
	const base = baseAddress(context.req.url, publicUrl);
	const place = [scheme, id].map(encodeURIComponent).join('/');
	const body = await writeAtomFeed(page.changes, {
		title: `Changes of the links of ${scheme}:${id}`,
		site: ownName(needs.settings),
		self: `${base}/objects/${place}/feed.atom`,
		alternate: `${base.replace(/\/api$/, '')}/objects/${place}`,
		addressOf: addressesOf(context, needs, {}).of(page),
		now: needs.now(),
	});
	return { status: 200, headers: { 'Cache-Control': 'no-cache', 'Content-Type': atomMediaType }, body };
}

function filterOf<Query extends Omit<ChangesQuery, 'limit'>>({ after, wait, format, ...filter }: Query) {
	return filter;
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
		/** The address of one entry, by the cursor before it. */
		of:
			({ cursorBefore }: Pick<ChangesPage, 'cursorBefore'>) =>
			(number: number) =>
				`${behind(cursorBefore(number))}&limit=1`,
	};
}

function ownName({ site: { name } }: Needs['settings']): string | undefined {
	return name === softwareName ? undefined : name;
}

/** The head of a feed. Addresses are absolute. */
type FeedHead = {
	title: string;
	/** The name of the site, if it has one of its own. */
	site: string | undefined;
	/** The addresses of the feed and of the page for people. */
	self: string;
	alternate?: string | undefined;
	/** The address of the next page. */
	next?: string | undefined;
	/** Makes the permanent address of an entry from its number. */
	addressOf(number: number): string;
	/** The time of the answer, for a feed without entries. */
	now: number;
};

/** Writes a feed in Atom (RFC 4287). */
async function writeAtomFeed(changes: readonly ChangeView[], head: FeedHead): Promise<string> {
	const entries = await writeEach(changes, (change) => writeEntry(change, head));
	const { title, site } = head;
	const updated = changes.reduce((latest, { at }) => Math.max(latest, at), 0) || head.now;
	const author = site === undefined ? '' : `<author><name>${escapeMarkup(site)}</name></author>\n`;
	const links = linkTo('self', head.self) + linkTo('alternate', head.alternate) + linkTo('next', head.next);
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeMarkup(head.self)}</id>
<title>${escapeMarkup(site === undefined ? title : windowTitle(title, site))}</title>
<updated>${isoTime(updated)}</updated>
<generator>${softwareName}</generator>
${author}${links}${entries.join('')}</feed>
`;
}

function writeEntry(change: ChangeView, { addressOf }: FeedHead): string {
	const { number, at, kind, isEdge, source, target, provenance } = change;
	const address = addressOf(number);
	const edge = kind === 'asserted' ? 'Nobody had asserted this before.' : 'Nobody asserts this any longer.';
	const summary = `${provenance.provider}, ${provenance.date}: ${kind}. ${isEdge ? edge : ''}`.trim();
	return `<entry>
<id>${escapeMarkup(address)}</id>
<title>${escapeMarkup(sayChange(change))}</title>
<updated>${isoTime(at)}</updated>
<author><name>${escapeMarkup(provenance.provider)}</name></author>
<category term="${kind}"/>
<summary>${escapeMarkup(summary)}</summary>
${linkTo('alternate', address)}${relatedTo(source)}${relatedTo(target)}</entry>
`;
}

function relatedTo({ identifier }: ChangeEndView): string {
	return linkTo('related', identifierUrl(identifier));
}

function linkTo(relation: string, address: string | undefined): string {
	return address === undefined ? '' : `<link rel="${relation}" href="${escapeMarkup(address)}"/>\n`;
}
