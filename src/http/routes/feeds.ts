// Feeds of citations: of a work, GET /objects/{scheme}/{id}/feed.atom, of the works that a search
// finds, GET /search/feed.atom, and those of GET /changes.
import { z } from '@hono/zod-openapi';
import { type ChangesQuery, changeQuerySchema, readChangesQuery } from '../../broker/changes/change-query.ts';
import type { NewestChanges } from '../../broker/changes/read-changes.ts';
import type { SelectedChanges } from '../../broker/changes/select-changes.ts';
import { readWorksQuery, worksQuerySchema } from '../../broker/objects/works-query.ts';
import { countText, shortText } from '../../links/words.ts';
import type { Answer } from '../answers/answer.ts';
import { atomMediaType, type FeedHead, pagePath, writeFeed } from '../answers/atom-feed.ts';
import { entityTag, unlessKnown, weakEntityTag } from '../answers/conditional.ts';
import { countedHeaders } from '../answers/paging.ts';
import { type Parameters, readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { baseAddress, siteAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal, type HttpContext } from '../server/http-context.ts';
import { countedHeaderSchemas, defineRoute, header, type Route, text } from './route.ts';
import { workPath, workPathSchema } from './work-path.ts';

type Needs = Pick<AppNeeds, 'broker' | 'settings' | 'now'>;

/** How many of the works that a search finds are followed. */
const mostFound = 100;
const longestTitle = 200;

const { limit, entries, group_by, provider, relation, type, definition, exclude } = changeQuerySchema.shape;
const workFeedSchema = z.strictObject({ entries, group_by, provider, relation, type, definition, exclude, limit });
const { q, publication_year } = worksQuerySchema.shape;
const searchFeedSchema = z.strictObject({
	...{ q, type: worksQuerySchema.shape.type, publication_year, group_by: worksQuerySchema.shape.group_by },
	...{ entries, provider, definition, exclude, limit },
});

const commonOfFeeds = {
	access: 'anyone',
	shared: true,
	tag: 'changes',
	answers: {
		200: {
			description: 'The feed.',
			headers: {
				Definition: countedHeaderSchemas.Definition,
				'Cache-Control': header('Always no-cache.'),
				ETag: header('Changes with the feed.'),
			},
			content: { [atomMediaType]: { schema: text } },
		},
		304: 'The feed named in If-None-Match is still current.',
	},
} as const;

/** Creates the routes. */
export function createFeedRoutes(needs: Needs): Route[] {
	return [
		defineRoute({
			...commonOfFeeds,
			route: 'GET /objects/{scheme}/{id}/feed.atom',
			deep: true,
			needs: 'records',
			id: 'readFeed',
			summary: 'Follow the citations of a work in a feed reader',
			description:
				'Returns the newest citations of a work as an Atom feed, newest first: each work that cites it once. ' +
				'Links to the page of a citing work are the alternates of its entries.',
			params: workPathSchema,
			query: { described: workFeedSchema, read: (url: string) => readFeedParameters(url, workFeedSchema) },
			problems: ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', 'not-found'],
			handle({ context, params, query: parameters }) {
				const query = feedQuery(readChangesQuery({ ...parameters, ...params }));
				const path = `objects/${workPath({ IDScheme: params.scheme, ID: params.id })}`;
				return answerFeed(context, needs, { query, self: selfOf(context, needs, `${path}/feed.atom`, parameters) });
			},
		}),
		defineRoute({
			...commonOfFeeds,
			route: 'GET /search/feed.atom',
			needs: 'both',
			id: 'readSearchFeed',
			summary: 'Follow the citations of the works that a search finds',
			description:
				`Returns the newest citations of the first ${mostFound} works that GET /objects finds for q, type and ` +
				'publication_year, as an Atom feed, newest first.',
			query: { described: searchFeedSchema, read: (url: string) => readFeedParameters(url, searchFeedSchema) },
			problems: ['bad-query-string'],
			async handle({ context, query: parameters }) {
				const { entries, provider, definition, exclude, limit, ...searched } = parameters;
				const { group_by, q } = readWorksQuery(searched);
				const asked = readWorksQuery({ ...searched, size: String(mostFound) });
				const { works } = await needs.broker.findObjects(asked, { signal: disconnectSignal(context) });
				const own = { entries, provider, definition, exclude, limit };
				const given = Object.entries(own).filter(([, value]) => value !== undefined);
				const query = {
					...feedQuery(readChangesQuery({ ...(Object.fromEntries(given) as Parameters), group_by })),
					numbers: works.map(({ group }) => group),
				};
				const subject = q === undefined ? 'the works of a search' : `works found for “${q}”`;
				const page = `search?${new URLSearchParams(searched)}`;
				const self = selfOf(context, needs, 'search/feed.atom', parameters);
				return answerFeed(context, needs, { query, self, subject, page });
			},
		}),
	];
}

function readFeedParameters(url: string, { shape }: z.ZodObject): Parameters {
	const parameters = readParameters(url);
	refuseOthers(parameters, Object.keys(shape));
	return parameters;
}

type FeedQuery = SelectedChanges & { limit: number };

function feedQuery(query: ChangesQuery): FeedQuery {
	const { after, wait, format, ...filter } = query;
	return { ...filter, entries: feedEntries(filter) };
}

/** Returns which entries a feed has: citations alone, unless others are asked for. */
export function feedEntries({ entries, relation, kind }: Pick<ChangesQuery, 'entries' | 'relation' | 'kind'>) {
	return entries ?? (relation === undefined && kind !== 'retracted' ? 'citations' : 'all');
}

function selfOf(context: HttpContext, { settings }: Needs, path: string, parameters: Parameters): string {
	const query = new URLSearchParams(parameters).toString();
	return `${baseAddress(context.req.url, settings.publicUrl)}/${path}${query && `?${query}`}`;
}

/** Writes the header that names the definition by which entries count. */
export function definitionHeader({ broker }: Pick<Needs, 'broker'>, { definition }: Pick<ChangesQuery, 'definition'>) {
	return definition === undefined
		? {}
		: countedHeaders({ definition: broker.definition(definition) }, { hasMembers: true });
}

/** `subject` and `page` are what a feed of a search has instead of what its query says. */
type Feed = { query: FeedQuery; self: string; subject?: string; page?: string; next?: string };

/** Answers the newest entries as a feed. */
export async function answerFeed(context: HttpContext, needs: Needs, feed: Feed): Promise<Answer> {
	const found = await needs.broker.readNewestChanges(feed.query);
	const head = feedHead(context, needs, feed, found.work);
	const body = await writeFeed(found, head);
	// A feed without entries has the time of the answer, which is no change of it.
	const isEmpty = found.changes.length === 0;
	const tag = isEmpty ? weakEntityTag(JSON.stringify({ ...head, now: null })) : entityTag(body);
	const headers = {
		...{ 'Cache-Control': 'no-cache', 'Content-Type': atomMediaType, ETag: tag },
		...definitionHeader(needs, feed.query),
	};
	return unlessKnown({ status: 200, headers, body }, context.req.header('if-none-match'));
}

/** Makes the head of a feed. */
export function feedHead(
	context: HttpContext,
	{ settings, now }: Pick<Needs, 'settings' | 'now'>,
	{ query, self, next, subject = subjectOf(query), page = pageOf(query) }: Feed,
	work?: NewestChanges['work'],
): FeedHead {
	const { url } = context.req;
	const pages = siteAddress(url, settings.publicUrl);
	const isOfCitations = query.entries === 'citations';
	const about = work?.title ?? subject;
	const of = isOfCitations ? 'Citations' : 'Changes of links';
	const everything = query.provider === undefined ? ' of scholarly works' : '';
	const by = query.provider === undefined ? '' : `, stated by ${query.provider}`;
	return {
		...{ self, next, pages, isOfCitations, site: settings.site.name, now: now() },
		title: `${of}${about === undefined ? everything : ` of ${shortText(about, longestTitle)}`}${by}`,
		alternate: pages + (work ? pagePath(work.main) : page),
	};
}

/** Names what a feed is about; undefined if that is everything. */
function subjectOf({ id, ids, prefix }: FeedQuery): string | undefined {
	if (id !== undefined) return id;
	if (ids !== undefined) return `${countText(ids.length)} ${ids.length === 1 ? 'work' : 'works'} of a list`;
	return prefix === undefined ? undefined : `works with DOIs that begin with ${prefix}`;
}

/** Returns the page about the same works, without the root. */
function pageOf({ id, scheme, ids, prefix, provider }: FeedQuery): string {
	if (id !== undefined)
		return scheme === undefined ? `find?${new URLSearchParams({ text: id })}` : pagePath({ scheme, value: id });
	const [about] = Object.entries({ ids: ids?.join('\n'), prefix, provider }).filter(([, value]) => value !== undefined);
	return about === undefined ? '' : `report?${new URLSearchParams([about as [string, string]])}`;
}
