// The log of what counts: GET /changes, and the feed of a work. Knows nothing of how it is kept.
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Broker } from '../../../broker/broker.ts';
import { type ChangeFormat, type ChangesQuery, readChangesQuery } from '../../../broker/changes/change-query.ts';
import type { ChangesPage } from '../../../broker/changes/read-changes.ts';
import { writeChange } from '../../../formats/changes/write-changes.ts';
import type { Settings } from '../../../settings.ts';
import { type Answer, abandonedAnswer } from '../../answers/answer.ts';
import { atomMediaType, writeAtomFeed } from '../../answers/atom-feed.ts';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.ts';
import { type Parameters, readParameters, refuseOthers } from '../../answers/query-parameters.ts';
import { baseAddress } from '../../server/addresses.ts';
import { clientGone, type HttpContext, isAbandoned } from '../../server/http-context.ts';
import type { Route } from '../route.ts';
import { readWorkPath } from '../work-path.ts';
import { changesOperation, feedOperation, linesMediaType } from './change-schemas.ts';

type Needs = {
	broker: Broker;
	settings: Pick<Settings, 'publicUrl'>;
	now(): number;
};

const mediaTypes: Readonly<Record<ChangeFormat, string>> = {
	json: jsonMediaType,
	jsonl: linesMediaType,
	atom: atomMediaType,
};
const formatOf = { [jsonMediaType]: 'json', [linesMediaType]: 'jsonl', [atomMediaType]: 'atom' } as const;

// The log grows at any time. A page that was read stays as it is only as long as nothing it tells
// of works changes.
const caching = { 'Cache-Control': 'no-cache', Vary: 'Accept' } as const;

/** Creates the routes of the log. */
export function createChangeRoutes(needs: Needs): Route[] {
	const clear = ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', 'bad-query'] as const;
	return [
		{
			method: 'get',
			path: '/changes',
			access: 'anyone',
			shared: true,
			operation: changesOperation,
			problems: [...clear, 'changes-gone', 'not-acceptable', 'unavailable'],
			handle: (context) => answerChanges(context, needs),
		},
		{
			method: 'get',
			path: '/objects/{scheme}/{id}/feed.atom',
			deep: true,
			access: 'anyone',
			shared: true,
			operation: feedOperation,
			problems: [...clear, 'not-found', 'unavailable'],
			handle: (context) => answerFeed(context, needs),
		},
	];
}

async function answerChanges(context: HttpContext, { broker, ...needs }: Needs): Promise<Answer> {
	const parameters = readParameters(context.req.url);
	const query = readChangesQuery(parameters);
	const accepted = () =>
		formatOf[chooseOffered(context.req.header('accept'), [jsonMediaType, linesMediaType, atomMediaType])];
	const format = query.format ?? accepted();
	const newestFirst = format === 'atom' && query.after === undefined;
	const gone = clientGone(context);
	const page = newestFirst ? await broker.readNewestChanges(filterOf(query)) : await broker.readChanges(query, gone);
	// Nobody is there any more.
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
		const head = { title, self: addresses.self, addressOf: addressesOf(context, needs, {}).of(page), now: needs.now() };
		return { status: 200, headers, body: writeAtomFeed(page.changes, { ...head, ...(!newestFirst && { next }) }) };
	}
	const lines = await writeLines(page.changes);
	const body =
		format === 'jsonl'
			? lines.map((line) => `${line}\n`).join('')
			: `{"changes":[${lines.join(',')}],"next":${JSON.stringify(page.next)}}`;
	return { status: 200, headers, body };
}

/** So many entries are written before this thread does what else waits for it. */
const writtenAtOnce = 500;

async function writeLines(changes: ChangesPage['changes']): Promise<string[]> {
	const lines: string[] = [];
	for (const change of changes) {
		if (lines.length % writtenAtOnce === writtenAtOnce - 1) await nextTick();
		lines.push(writeChange(change));
	}
	return lines;
}

async function answerFeed(context: HttpContext, { broker, ...needs }: Needs): Promise<Answer> {
	const { scheme, id } = readWorkPath(context.req.url, '/objects/{scheme}/{id}/feed.atom');
	const parameters = readParameters(context.req.url);
	refuseOthers(parameters, ['limit', 'provider', 'relation', 'type']);
	const { limit, ...others } = readChangesQuery({ ...parameters, scheme, id });
	const page = await broker.readNewestChanges({ ...filterOf(others), limit });
	const { publicUrl } = needs.settings;
	const base = baseAddress(context.req.url, publicUrl);
	const place = [scheme, id].map(encodeURIComponent).join('/');
	const body = writeAtomFeed(page.changes, {
		title: `Changes of the links of ${scheme}:${id}`,
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

/** Tells addresses of the log with these parameters. */
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
		/** An entry alone, by the cursor before it. */
		of:
			({ cursorBefore }: Pick<ChangesPage, 'cursorBefore'>) =>
			(number: number) =>
				`${behind(cursorBefore(number))}&limit=1`,
	};
}
