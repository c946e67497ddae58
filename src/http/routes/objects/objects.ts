// Works by identifier, number or words: GET /objects, GET /objects/{number}.
import { z } from '@hono/zod-openapi';
import { type CitationRule, mostLinksCompared } from '../../../broker/counting/count-works.ts';
import type { ObjectAnswer } from '../../../broker/objects/describe-object.ts';
import type { WorksAnswer } from '../../../broker/objects/find-objects.ts';
import {
	numberedObjectQuerySchema,
	type ObjectQuery,
	objectQuerySchema,
	readObjectQuery,
	readWorksQuery,
	worksQuerySchema,
} from '../../../broker/objects/works-query.ts';
import { BrokerError } from '../../../errors.ts';
import { describeWork, describeWorks } from '../../../formats/scholix/writing/describe-work.ts';
import { describeQuery } from '../../../formats/scholix/writing/write-answers.ts';
import { type Answer, writtenJson } from '../../answers/answer.ts';
import { unchanged, unlessUnchanged } from '../../answers/conditional.ts';
import { prefersPage } from '../../answers/media-types.ts';
import { pagesRoot } from '../../answers/page.ts';
import { countedHeaders, understoodHeaders } from '../../answers/paging.ts';
import { problemAnswer } from '../../answers/problem.ts';
import { type Parameters, readParameters } from '../../answers/query-parameters.ts';
import type { PageWriter } from '../../pages/page-writer.ts';
import { baseAddress, rootAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { disconnectSignal } from '../../server/http-context.ts';
import { pathNumber, readPathNumber } from '../path-number.ts';
import { countedHeaderSchemas, defineRoute, header, json, optionalHeader, type Route, text } from '../route.ts';
import { workSchema, worksSchema } from './object-schemas.ts';

const cached = {
	Definition: countedHeaderSchemas.Definition,
	ETag: optionalHeader('Changes with the search index. Absent if the state of the index is unknown.'),
	'Cache-Control': header('Always no-cache: use If-None-Match to check a stored answer.'),
	Vary: header('Always Accept.'),
};

const understood = {
	'X-Understood-As': optionalHeader(
		'How id was read: scheme, colon, identifier. Characters that a header cannot hold are ' +
			'percent-encoded. Only if one work is requested.',
	),
	'X-Known': optionalHeader('Always true. Only if one work is requested.', { ...text, enum: ['true'] }),
};

type Needs = Pick<AppNeeds, 'broker' | 'settings' | 'version'> & { pageWriter: Pick<PageWriter, 'showProblem'> };

/** Creates the routes of works. */
export function createObjectRoutes(needs: Needs): Route[] {
	return [findRoute(needs), numberRoute(needs)];
}

function findRoute(needs: Needs): Route {
	return defineRoute({
		route: 'GET /objects',
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'describeObject',
		tag: 'objects',
		summary: 'Get a work, or find works',
		description:
			'With id: returns one work with its identifiers, description, counts by relation, versions and ' +
			'permanent address. If the identifier is unknown, the answer is 404, and query in the problem has ' +
			'suggestions. Without id: finds works by q, type and publication_year; at least one of these is ' +
			'required. With definition or exclude, each work also has its citations counted so, in counted; the order ' +
			'of works stays that of all citations. Several works with more than about ' +
			`${mostLinksCompared.toLocaleString('en')} links together are refused then: ask for a smaller size.`,
		query: {
			described: z.strictObject({ ...objectQuerySchema.partial().shape, ...worksQuerySchema.shape }),
			read: readParameters,
		},
		answers: {
			200: json('The work, or one page of works.', z.union([workSchema, worksSchema]), {
				...understood,
				...cached,
				'X-Total-Count': optionalHeader('The number of works found.', { type: 'integer', minimum: 0 }),
				Link: optionalHeader('Addresses of other pages: rel first and next (RFC 8288).'),
			}),
			304: unchanged,
		},
		problems: [
			...(['not-an-identifier', 'several-identifiers', 'ambiguous-identifier'] as const),
			...(['bad-query-string', 'not-found'] as const),
		],
		handle({ context, query: parameters }) {
			const { url } = context.req;
			const signal = disconnectSignal(context);
			if (!('id' in parameters)) {
				const query = readWorksQuery(parameters);
				const rule = needs.broker.citationRule(query, query.group_by);
				return unlessUnchanged(needs, context, async () => {
					const found = await needs.broker.findObjects(query, { rule, signal });
					return counted(worksAnswer(baseAddress(url, needs.settings.publicUrl), found, parameters), rule);
				});
			}
			const query = readObjectQuery(parameters);
			const rule = needs.broker.citationRule(query);
			return unlessUnchanged(needs, context, async () => {
				const found = await needs.broker.describeObject(query, { facets: query.facets === '1', rule, signal });
				return counted(describedAnswer(needs, url, found as ObjectAnswer, query), rule);
			});
		},
	});
}

/** Describes the number of a work. */
export const numberSchema = pathNumber({ description: 'The number in self of an earlier answer.', example: '17' });

function numberRoute(needs: Needs): Route {
	return defineRoute({
		route: 'GET /objects/{number}',
		access: 'anyone',
		needs: 'both',
		shared: true,
		id: 'describeObjectByNumber',
		tag: 'objects',
		summary: 'Get a work by its permanent address',
		description:
			'Returns the work that has the numbered identifier. After merges, splits and reindexes this is the ' +
			'work that has the identifier then.',
		params: z.strictObject({ number: numberSchema }),
		query: numberedObjectQuerySchema,
		answers: {
			200: json('The work.', workSchema, { ...understood, ...cached }),
			303: {
				description: 'A redirect to the page of the work, if Accept prefers HTML.',
				headers: { Location: header('The address of the page.') },
			},
			304: unchanged,
		},
		problems: ['not-found'],
		showProblem: needs.pageWriter.showProblem,
		handle({ context, params, query }) {
			const number = readNumber(params.number);
			const rule = needs.broker.citationRule(query);
			const signal = disconnectSignal(context);
			return unlessUnchanged(needs, context, async () => {
				const found = await needs.broker.describeObject({ number }, { facets: query.facets === '1', rule, signal });
				if (!found) throw unknownNumber(params.number);
				if (found.source && prefersPage(context.req.header('accept'))) return pageOf(found, needs.settings);
				const answer = counted(describedAnswer(needs, context.req.url, found, query), rule);
				return found.source ? answer : needs.pageWriter.showProblem(context, answer);
			});
		},
	});
}

/** Adds how citations were counted. */
function counted(answer: Answer, rule: CitationRule | undefined): Answer {
	return { ...answer, headers: { ...answer.headers, ...countedHeaders(rule, { hasMembers: true }) } };
}

/** Answers a page of works; `base` is where addresses begin. */
function worksAnswer(base: string, found: WorksAnswer, parameters: Parameters): Answer {
	const addressOf = (cursor: string | undefined) => {
		const { cursor: _, ...others } = parameters;
		const all = Object.entries({ ...others, ...(cursor !== undefined && { cursor }) });
		return `${base}/objects?${all.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
	};
	const next = found.cursor === undefined ? undefined : addressOf(found.cursor);
	const links = { self: addressOf(parameters.cursor), ...(next !== undefined && { next }) };
	return writtenJson(describeWorks(found, { base, links }), {
		prettyprint: parameters.prettyprint === '1',
		headers: {
			'X-Total-Count': String(found.total),
			Link: [`<${addressOf(undefined)}>; rel="first"`, ...(next === undefined ? [] : [`<${next}>; rel="next"`])].join(
				', ',
			),
		},
	});
}

/** Redirects a browser to the page of a work. */
function pageOf({ asked: { scheme, value } }: ObjectAnswer, { publicUrl }: AppNeeds['settings']): Answer {
	const path = [scheme, value].map((part) => encodeURIComponent(part.toWellFormed())).join('/');
	return { status: 303, headers: { Location: `${pagesRoot(publicUrl)}objects/${path}`, Vary: 'Accept' }, body: null };
}

/** Reads the number of a work; fails with `not-found`. */
export function readNumber(text: string): number {
	return readPathNumber(text, unknownNumber);
}

/** Makes the failure of a number without a work. */
export function unknownNumber(text: string): BrokerError {
	return new BrokerError('not-found', `Unknown number: ${JSON.stringify(text)}. Ask by an identifier: /objects?id=…`);
}

/** Answers a work as JSON; `not-found`, with how the identifier was read, if it is unknown. */
export function describedAnswer(
	{ settings }: Pick<AppNeeds, 'settings'>,
	url: string,
	found: ObjectAnswer,
	{ prettyprint }: Pick<ObjectQuery, 'prettyprint'>,
): Answer {
	const query = describeQuery(found);
	if (!found.overview) {
		const { ID, IDScheme } = query.understood_as;
		const message = `Unknown identifier: ${IDScheme}:${ID}.`;
		const problems = [{ field: 'id', message, identifier: query.understood_as }];
		const failure = new BrokerError('not-found', message, { problems });
		const problem = problemAnswer(failure, rootAddress(url, settings.publicUrl), '', { query });
		return { ...problem, headers: { ...problem.headers, ...understoodHeaders(found) }, failure };
	}
	const document = { query, ...describeWork(found.overview, baseAddress(url, settings.publicUrl)) };
	return writtenJson(document, { prettyprint: prettyprint === '1', headers: understoodHeaders(found) });
}
