// What is known of a work: GET /objects?id=…, GET /objects/{number}; knows nothing of how it is
// found.
import { z } from '@hono/zod-openapi';
import type { ObjectAnswer } from '../../../broker/objects/describe-object.ts';
import type { WorksAnswer } from '../../../broker/objects/find-objects.ts';
import {
	numberedObjectQuerySchema,
	objectQuerySchema,
	readNumberedObjectQuery,
	readObjectQuery,
} from '../../../broker/objects/object-query.ts';
import { readWorksQuery, worksQuerySchema } from '../../../broker/objects/works-query.ts';
import { BrokerError } from '../../../errors.ts';
import { describeWorks } from '../../../formats/scholix/writing/describe-work.ts';
import { type Answer, writtenJson } from '../../answers/answer.ts';
import { prefersPage } from '../../answers/media-types.ts';
import { pagesRoot } from '../../answers/page.ts';
import { type Parameters, readParameters } from '../../answers/query-parameters.ts';
import type { DocumentWriter } from '../../pages/document.ts';
import { baseAddress } from '../../server/addresses.ts';
import { clientGone, type HttpContext } from '../../server/http-context.ts';
import { header, jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';
import { describedAnswer, type ObjectNeeds, unlessUnchanged } from './object-answers.ts';
import { workSchema, worksSchema } from './object-schemas.ts';

/** Creates the routes that tell of one work. */
export function createObjectRoutes(
	needs: ObjectNeeds & { writeDocument: Pick<DocumentWriter, 'tellProblem'> },
): Route[] {
	return [
		{
			method: 'get',
			path: '/objects',
			access: 'anyone',
			shared: true,
			operation: asking,
			problems: [
				'not-an-identifier',
				'several-identifiers',
				'ambiguous-identifier',
				'bad-query',
				'bad-query-string',
				'not-found',
				'unavailable',
			],
			handle(context) {
				const parameters = readParameters(context.req.url);
				const signal = clientGone(context);
				if (!('id' in parameters)) {
					const query = readWorksQuery(parameters);
					return unlessUnchanged(needs, context, async () =>
						worksAnswer(
							baseAddress(context.req.url, needs.settings.publicUrl),
							await needs.broker.findObjects(query, { signal }),
							parameters,
						),
					);
				}
				const query = readObjectQuery(parameters);
				return unlessUnchanged(needs, context, async () => {
					const found = await needs.broker.describeObject(query, { facets: query.facets === '1', signal });
					return describedAnswer(needs, context.req.url, found as ObjectAnswer, query);
				});
			},
		},
		{
			method: 'get',
			path: '/objects/{number}',
			access: 'anyone',
			shared: true,
			operation: askingByNumber,
			problems: ['bad-query', 'not-found', 'unavailable'],
			tellProblem: needs.writeDocument.tellProblem,
			handle(context) {
				const query = readNumberedObjectQuery(readParameters(context.req.url));
				const number = readNumber(context);
				const signal = clientGone(context);
				return unlessUnchanged(needs, context, async () => {
					const found = await needs.broker.describeObject({ number }, { facets: query.facets === '1', signal });
					if (!found) throw unknownNumber(context);
					if (found.source && prefersPage(context.req.header('accept'))) return pageOf(found, needs.settings);
					const answer = describedAnswer(needs, context.req.url, found, query);
					return found.source ? answer : needs.writeDocument.tellProblem(context, answer);
				});
			},
		},
	];
}

/** Answers a page of works; `base` is where addresses begin. */
export function worksAnswer(base: string, found: WorksAnswer, parameters: Parameters): Answer {
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

/** Leads a browser to the page of a work. */
function pageOf({ asked: { scheme, value } }: ObjectAnswer, { publicUrl }: ObjectNeeds['settings']): Answer {
	const path = [scheme, value].map((part) => encodeURIComponent(part.toWellFormed())).join('/');
	return { status: 303, headers: { Location: `${pagesRoot(publicUrl)}objects/${path}`, Vary: 'Accept' }, body: null };
}

// The records number nothing higher.
const numberShape = /^[1-9][0-9]{0,14}$/;

function readNumber(context: HttpContext): number {
	const text = context.req.param('number') ?? '';
	if (!numberShape.test(text)) throw unknownNumber(context);
	return Number(text);
}

function unknownNumber(context: HttpContext): BrokerError {
	return new BrokerError(
		'not-found',
		`No object has the number ${JSON.stringify(context.req.param('number'))}; ask for it by an identifier: /objects?id=…`,
	);
}

const text = { type: 'string' } as const;

const cached = {
	ETag: { description: 'Changes with the search index; absent where its state is not known.', schema: text },
	'Cache-Control': header('Always no-cache: a stored answer is checked with If-None-Match.'),
	Vary: header('Always Accept.'),
};

const understood = {
	'X-Understood-As': {
		description:
			'What was understood to be asked for: scheme, colon, identifier; percent-encoded where a header asks for it. ' +
			'Of one work only.',
		schema: text,
	},
	'X-Known': { description: 'Always true, of one work.', schema: { ...text, enum: ['true'] } },
};

const unchanged = { description: 'Nothing has changed since the answer that If-None-Match names.' };

const asking: Route['operation'] = {
	operationId: 'describeObject',
	summary: 'Tell what is known of a work, or find works by words',
	description:
		'With id: all that a page about a work needs: identifiers, description, the family that it is a version of, ' +
		'counts of every relation at both levels, and an address that stays. Where nothing is known of the identifier it ' +
		'is 404, and the member query of the problem says what was understood and what may be meant instead. Without id: ' +
		'the works that q, type and publication_year leave, with counts.',
	tags: ['objects'],
	request: { query: z.strictObject({ ...objectQuerySchema.partial().shape, ...worksQuerySchema.shape }) },
	responses: {
		200: {
			...jsonResponse('The work, or a page of works.', z.union([workSchema, worksSchema])),
			headers: {
				...understood,
				...cached,
				'X-Total-Count': { description: 'How many works were found.', schema: { type: 'integer', minimum: 0 } },
				Link: { description: 'Other pages of works: rel first and next (RFC 8288).', schema: text },
			},
		},
		304: unchanged,
	},
};

const askingByNumber: Route['operation'] = {
	operationId: 'describeObjectByNumber',
	summary: 'Tell what is known of the work at an address that stays',
	description:
		'The number is that of one of its identifiers, as self of an answer has it: after merges, splits and reindexes it ' +
		'leads to whatever work that identifier belongs to then.',
	tags: ['objects'],
	request: {
		params: z.strictObject({
			number: z
				.string()
				.openapi({ description: 'From self of an answer.', pattern: numberShape.source, example: '17' }),
		}),
		query: numberedObjectQuerySchema,
	},
	responses: {
		200: { ...jsonResponse('The work.', workSchema), headers: { ...understood, ...cached } },
		303: {
			description: 'Where Accept prefers a page for people: its address.',
			headers: { Location: header('The page.') },
		},
		304: unchanged,
	},
};
