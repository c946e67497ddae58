// The log of what counts: GET /changes, and the feed of a work. Knows nothing of how it is kept.
import { setImmediate as nextTick } from 'node:timers/promises';
                                                        
import {                                       readChangesQuery } from '../../../broker/changes/change-query.js';
                                                                           
import { writeChange } from '../../../formats/changes/write-changes.js';
                                                     
import {              abandonedAnswer } from '../../answers/answer.js';
import { atomMediaType, writeAtomFeed } from '../../answers/atom-feed.js';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.js';
import {                  readParameters, refuseOthers } from '../../answers/query-parameters.js';
import { baseAddress } from '../../server/addresses.js';
import { clientGone,                   isAbandoned } from '../../server/http-context.js';
                                         
import { readWorkPath } from '../work-path.js';
import { changesOperation, feedOperation, linesMediaType } from './change-schemas.js';

              
	                                                          
	                                      
	              
  

const mediaTypes                                         = {
	json: jsonMediaType,
	jsonl: linesMediaType,
	atom: atomMediaType,
};
const formatOf = { [jsonMediaType]: 'json', [linesMediaType]: 'jsonl', [atomMediaType]: 'atom' }         ;

// The log grows at any time. A page that was read stays as it is only as long as nothing it tells
// of works changes.
const caching = { 'Cache-Control': 'no-cache', Vary: 'Accept' }         ;

/** Creates the routes of the log. */
export function createChangeRoutes(needs       )          {
	const clear = ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', 'bad-query']         ;
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

async function answerChanges(context             , { broker, ...needs }       )                  {
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

async function writeLines(changes                        )                    {
	const lines           = [];
	for (const change of changes) {
		if (lines.length % writtenAtOnce === writtenAtOnce - 1) await nextTick();
		lines.push(writeChange(change));
	}
	return lines;
}

async function answerFeed(context             , { broker, ...needs }       )                  {
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

function filterOf                                           ({ after, wait, format, ...filter }       ) {
	return filter;
}

/** Tells addresses of the log with these parameters. */
function addressesOf(
	context             ,
	{ settings }                         ,
	{ after, ...parameters }                     ,
) {
	const address = `${baseAddress(context.req.url, settings.publicUrl)}/changes`;
	const given = Object.entries(parameters).map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
	const withQuery = (more                   ) => [address, [...given, ...more].join('&')].filter(Boolean).join('?');
	const behind = (cursor        ) => withQuery([`after=${encodeURIComponent(cursor)}`]);
	return {
		self: after === undefined ? withQuery([]) : behind(after),
		after: behind,
		/** An entry alone, by the cursor before it. */
		of:
			({ cursorBefore }                                   ) =>
			(number        ) =>
				`${behind(cursorBefore(number))}&limit=1`,
	};
}
