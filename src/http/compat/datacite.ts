// GET /compat/datacite/events: answers that clients of DataCite's events read. Only their base
// address changes.
import { z } from '@hono/zod-openapi';
import {
	deepestPagedItem,
	largestPageSize,
	readRelationshipQuery,
	relationshipQuerySchema,
} from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError, hasCode } from '../../errors.ts';
import {
	bothSpellings,
	createEventBytes,
	type DataciteEvent,
	describeDataciteEvents,
	type EventEnd,
	mostEvents,
	readEventId,
} from '../../formats/compat/datacite.ts';
import { type SearchRelation, searchRelationMeaning, searchRelations } from '../../links/relation.ts';
import { type Answer, jsonAnswer } from '../answers/answer.ts';
import { unchanged, unlessUnchanged } from '../answers/conditional.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { countedHeaders } from '../answers/paging.ts';
import type { Parameters } from '../answers/query-parameters.ts';
import { countedHeaderSchemas, defineRoute, type Route } from '../routes/route.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal, type HttpContext } from '../server/http-context.ts';
import { relationsOf } from './datacite-relations.ts';
import {
	canonicalLink,
	type ForeignPage,
	type ForeignParameters,
	foreignRoute,
	itemsOnPage,
	pageSizeOf,
	readForeignPage,
	readForeignParameters,
	unlessNoIdentifier,
} from './foreign.ts';

const path = '/compat/datacite/events';
const paging = { page: 'page[number]', size: 'page[size]', results: 25 };
const longestList = 2_000;
const longestEventId = 14_000;

const { id, definition } = relationshipQuerySchema.shape;
const work = (place: string) => id.optional().openapi({ description: `An identifier of a work: ${place}.` });
const list = (description: string, example: string) =>
	z.string().max(longestList).optional().openapi({ description, example });
const described = z.strictObject({
	doi: work('the subject or object'),
	'subj-id': work('the subject'),
	'obj-id': work('the object'),
	'relation-type-id': list(
		'Only these relation types, separated by commas: as they read from the subject, or with doi from that work. ' +
			'cites and references are one relation.',
		'cites,is-supplement-to',
	),
	'source-id': list('Only events of these providers, separated by commas.', 'Crossref'),
	definition,
	'page[size]': z
		.int()
		.min(0)
		.optional()
		.openapi({
			description: `By default ${paging.results}. More than ${largestPageSize} counts as ${largestPageSize}.`,
		}),
	'page[number]': z.int().min(1).max(deepestPagedItem).optional().openapi({ description: 'The page number, from 1.' }),
	'page[cursor]': z.string().max(1_000).optional().openapi({
		description: 'Instead of page[number]. 1 is the beginning; then follow links.next.',
		example: '1',
	}),
});

const event = z
	.strictObject({ id: z.string(), type: z.enum(['events']), attributes: z.looseObject({}) })
	.openapi('DataciteEvent');
const pageSchema = z
	.strictObject({
		data: z.array(event),
		meta: z.looseObject({ total: z.int().min(0), 'total-pages': z.int().min(0) }),
		links: z.strictObject({ self: z.url(), next: z.url().optional() }),
	})
	.openapi('DataciteEvents');

const errorsSchema = z
	.strictObject({
		errors: z.array(
			z.strictObject({
				status: z.string(),
				code: z.string(),
				title: z.string(),
				source: z.strictObject({ parameter: z.string() }).optional(),
			}),
		),
	})
	.openapi('DataciteErrors');

/** What its routes have in common. */
export const ofDatacite = { ...foreignRoute, showProblem: shownAsErrors, problemForm: errorsSchema } as const;

/** Creates the routes. */
export function createDataciteRoutes(needs: AppNeeds): Route[] {
	return [createSearch(needs), createSingle(needs)];
}

function createSearch(needs: AppNeeds): Route {
	return defineRoute({
		route: `GET ${path}`,
		...ofDatacite,
		id: 'searchDataciteEvents',
		summary: "Search as in DataCite's events",
		description:
			`Answers the relationships of a work as events, one for each of up to ${mostEvents} providers. page[size] and ` +
			'meta.total count relationships. Unknown parameters are ignored. A text that is not an identifier has no events.',
		query: { described, read: readForeignParameters },
		answers: {
			200: {
				description: 'One page.',
				headers: countedHeaderSchemas,
				content: { [jsonMediaType]: { schema: pageSchema } },
			},
			304: unchanged,
		},
		handle: ({ context, query: parameters }) =>
			unlessUnchanged(needs, context, () => answerPage(needs, context, parameters)),
	});
}

async function answerPage(
	{ broker, settings }: AppNeeds,
	context: HttpContext,
	parameters: ForeignParameters,
): Promise<Answer> {
	refuseOtherFilters(parameters);
	const asked = endsOf(parameters);
	const counted = parameters.pick(['definition']);
	const { among, words } = relationsOf(
		parameters,
		asked.end,
		counted.definition === undefined ? undefined : broker.definition(counted.definition),
	);
	const size = pageSizeOf(parameters, paging);
	const page = pageOf(parameters);
	const sources = parameters.all('source-id');
	// A list of one relation is the same question as this relation, in which a definition may count more.
	const [one] = among ?? [];
	const isOne = one !== undefined && among?.length === 1 && counted.definition === undefined;
	const question = {
		id: asked.id,
		...(isOne && { relation: one.relation, ...(one.subType !== undefined && { subtype: one.subType }) }),
		...conditionsOf(sources, asked.other),
		...counted,
		...page.asParameters,
		// Some clients ask for no event, to read the total.
		size: size === '0' ? '1' : size,
	};
	const query = readRelationshipQuery(question);
	const found = await broker
		.searchRelationships(query, {
			...{ facets: false, wholeHistory: true, moreBytes: createEventBytes(), signal: disconnectSignal(context) },
			...(!isOne && { among }),
		})
		.catch((error) => unlessUnknown(error, sources));
	const base = baseAddress(context.req.url, settings.publicUrl);
	const result = found ?? { items: [], total: 0 };
	const items = size === '0' ? [] : page.number === undefined ? result.items : itemsOnPage(result, page);
	const data = found?.source
		? describeDataciteEvents(items, { work: found.source, named: found.asked, asked: asked.end, sources, words })
		: [];
	const links = linksOf(base + path, parameters, items.length === 0 ? undefined : found?.cursor);
	const meta = metaOf(result.total, Number(size), page.number);
	const isSameThere = among === undefined || isOne;
	return jsonAnswer({ data, meta, links }, 200, {
		...(isSameThere && canonicalLink(`${base}/relationships`, question)),
		...countedHeaders(found, { hasMembers: false }),
	});
}

function linksOf(address: string, parameters: ForeignParameters, cursor: RelationshipAnswer['cursor']) {
	const addressWith = (replaced: Readonly<Record<string, string>>) => `${address}?${parameters.with(replaced)}`;
	return { self: addressWith({}), ...(cursor !== undefined && { next: addressWith({ 'page[cursor]': cursor }) }) };
}

/** Numbered pages, here from 0, reach the first `deepestPagedItem` relationships. */
function metaOf(total: number, size: number, number: number | undefined) {
	const reached = number === undefined ? total : Math.min(total, deepestPagedItem);
	const pages = size === 0 ? 0 : Math.ceil(reached / size);
	return bothSpellings({ total, 'total-pages': pages, ...(number !== undefined && { page: number + 1 }) });
}

function createSingle({ broker }: AppNeeds): Route {
	return defineRoute({
		route: `GET ${path}/{event_id}`,
		...ofDatacite,
		id: 'showDataciteEvent',
		summary: "Show one of DataCite's events",
		description: 'Answers one event by its id in a search.',
		params: z.object({
			event_id: z.string().min(1).max(longestEventId).openapi({ description: 'The id of the event.' }),
		}),
		answers: {
			200: {
				description: 'The event.',
				content: { [jsonMediaType]: { schema: z.strictObject({ data: event }).openapi('DataciteEventFound') } },
			},
		},
		problems: ['not-found'],
		handle: async ({ context, params: { event_id } }) => {
			const found = await findEvent(broker, event_id, disconnectSignal(context));
			if (found === undefined) throw new BrokerError('not-found', 'There is no event with this id.');
			// The present id names the works by what are now their first identifiers.
			return jsonAnswer({ data: { ...found, id: event_id } });
		},
	});
}

async function findEvent(
	broker: AppNeeds['broker'],
	eventId: string,
	signal: AbortSignal | undefined,
): Promise<DataciteEvent | undefined> {
	const name = readEventId(eventId);
	if (name === undefined) return undefined;
	const { source, target, provider } = name;
	const relation = searchRelations.find((one) => {
		const meaning = searchRelationMeaning[one];
		return meaning.relation === name.relation && meaning.asked !== 'target';
	}) as SearchRelation;
	const found = await Promise.resolve()
		.then(() => readRelationshipQuery({ id: source.ID, scheme: source.IDScheme, relation, size: '1' }))
		.then((query) =>
			broker.searchRelationships(query, {
				...{ facets: false, wholeHistory: true, other: `${target.IDScheme}:${target.ID}`, signal },
			}),
		)
		.catch((error) => unlessNoIdentifier(error, 'bad-query'));
	if (found?.source === undefined) return undefined;
	const asked = {
		work: found.source,
		named: found.asked,
		asked: 'either',
		sources: [provider],
		words: undefined,
	} as const;
	return describeDataciteEvents(found.items, asked).find(({ attributes }) => attributes['source-id'] === provider);
}

type Ends = { id: string; end: EventEnd; other: string | undefined };

function endsOf(parameters: ForeignParameters): Ends {
	const [doi, subject, object] = (['doi', 'subj-id', 'obj-id'] as const).map((name) => parameters.first(name));
	if (doi !== undefined && (subject ?? object) !== undefined) {
		throw wrongParameter('doi', 'Give doi, or subj-id and obj-id.');
	}
	// Clients that ask for relation types expect these of the events, so that they read from the work.
	const end = parameters.first('relation-type-id') === undefined ? 'either' : 'subj';
	if (doi !== undefined) return { id: doi, end, other: undefined };
	if (subject !== undefined) return { id: subject, end: 'subj', other: object };
	if (object !== undefined) return { id: object, end: 'obj', other: undefined };
	throw wrongParameter('doi', `Give doi, subj-id or obj-id. ${elsewhere}`);
}

const elsewhere = 'GET /changes has the links of a prefix or a provider.';

/** The other filters of DataCite. */
const otherFilters = [
	...['ids', 'query', 'orcid', 'prefix', 'subtype', 'subject', 'registrant-id', 'issn', 'publication-year'],
	...['year-month', 'occurred-at', 'citation-type', 'source-doi', 'target-doi'],
] as const;

/** Refuses filters that would be passed over: the answer would hold more than was asked for. */
function refuseOtherFilters(parameters: ForeignParameters): void {
	const given = otherFilters.find((name) => parameters.first(name) !== undefined);
	if (given === undefined) return;
	const advice = given === 'prefix' ? elsewhere : `Omit ${given}.`;
	throw wrongParameter(given, `Events cannot be filtered by ${given}. ${advice}`);
}

function conditionsOf(sources: readonly string[], other: string | undefined): { q?: string } {
	const ofSource = sources.map((source) => `provider:${JSON.stringify(source)}`).join(' OR ');
	const conditions = [
		...(ofSource === '' ? [] : [`(${ofSource})`]),
		...(other === undefined ? [] : [`identifier:${JSON.stringify(other)}`]),
	];
	return conditions.length === 0 ? {} : { q: conditions.join(' AND ') };
}

function pageOf(parameters: ForeignParameters): ForeignPage | { number?: undefined; asParameters: Parameters } {
	const cursor = parameters.first('page[cursor]');
	if (cursor === undefined) return readForeignPage(parameters, 1, paging);
	return { asParameters: cursor === '1' ? {} : { cursor } };
}

/** The query has only the other end and the providers: if it has no words, nothing is found. */
function unlessUnknown(error: unknown, sources: readonly string[]): undefined {
	if (hasCode(error, 'several-identifiers')) throw error;
	if (hasCode(error, 'bad-query-string') && sources.length > 1) {
		throw wrongParameter('source-id', 'source-id has too many names, or one without a letter or digit. Give fewer.');
	}
	return unlessNoIdentifier(error, 'bad-query-string');
}

const foreignNames: Readonly<Record<string, string>> = {
	...{ id: 'doi', size: 'page[size]', page: 'page[number]', cursor: 'page[cursor]' },
};

/** Shows a problem as JSON:API does. */
function shownAsErrors(_: HttpContext, problem: Answer): Answer {
	const { type, status, detail, errors } = JSON.parse(String(problem.body)) as ShownProblem;
	const code = type.slice(type.lastIndexOf('/') + 1);
	const shown = (errors ?? [{ field: '', message: detail }]).map(({ field = '', message }) => {
		const parameter = foreignNames[field] ?? field;
		const title = message.startsWith(`${field} `) ? parameter + message.slice(field.length) : message;
		return { status: String(status), code, title, ...(parameter !== '' && { source: { parameter } }) };
	});
	const headers = { ...problem.headers, 'Content-Type': jsonMediaType };
	return { ...problem, headers, body: JSON.stringify({ errors: shown }) };
}

type ShownProblem = {
	type: string;
	status: number;
	detail: string;
	errors?: readonly { field?: string; message: string }[];
};
