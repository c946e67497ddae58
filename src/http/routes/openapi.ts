// The description of the interface (OpenAPI 3.1), made of what the routes say of themselves and of the schemas that check requests: GET /openapi.json.
import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { errorCatalogue } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { type HttpErrorCode, httpErrorCodes, problemMediaType, problemSchema } from '../answers/problem.ts';
import { problemTexts } from '../answers/problem-texts.ts';
import { baseAddress } from '../server/addresses.ts';
import { sessionCookieName } from '../server/session-cookie.ts';
import type { Route } from './route.ts';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type Response = RouteConfig['responses'][string];

/** Lists the failures that any route may answer, beside its own. */
const problemsOfAll: readonly HttpErrorCode[] = ['bad-request', 'internal'];

/** Creates the route of the description; `routes` are asked when the first request comes, so that this one can be among them. */
export function createOpenApiRoute(
	routes: () => readonly Route[],
	version: string,
	{ publicUrl }: Pick<Settings, 'publicUrl'>,
): Route {
	let document: Document | undefined;
	return {
		method: 'get',
		path: '/openapi.json',
		operation: {
			operationId: 'describeInterface',
			summary: 'Describe this interface',
			tags: ['interface'],
			responses: {
				200: {
					description: 'This document.',
					content: { [jsonMediaType]: { schema: z.looseObject({ openapi: z.literal('3.1.0') }) } },
				},
			},
		},
		problems: [],
		shared: true,
		limited: true,
		handle(context) {
			document ??= describeInterface(routes(), version);
			return jsonAnswer({ ...document, servers: [{ url: baseAddress(context.req.url, publicUrl) }] });
		},
	};
}

/** Describes the interface in OpenAPI 3.1, without the address at which it is served. */
export function describeInterface(routes: readonly Route[], version: string): Document {
	// Only its registry is used: routes check requests themselves, with the same schemas.
	const described = new OpenAPIHono();
	const registry = described.openAPIRegistry;
	registry.registerComponent('securitySchemes', 'accessToken', {
		type: 'http',
		scheme: 'bearer',
		description: 'An access token, made with `link-broker tokens create` or on the pages for operators.',
	});
	registry.registerComponent('securitySchemes', 'session', {
		type: 'apiKey',
		in: 'cookie',
		name: sessionCookieName,
		description:
			'A session of a browser, opened with POST /session. Whatever changes something needs the header X-CSRF-Token as well.',
	});
	for (const { method, path, operation, problems, limited } of routes) {
		const codes = [...problems, ...problemsOfAll, ...(limited ? (['too-many-requests'] as const) : [])];
		registry.registerPath({
			...operation,
			method,
			path,
			responses: { ...operation.responses, ...problemResponses(codes) },
		});
	}
	return described.getOpenAPI31Document({
		openapi: '3.1.0',
		info: {
			title: 'Link Broker',
			version,
			license: { name: 'MIT' },
			description:
				'Takes links between scholarly works (Scholix v3), groups the identifiers and versions of each work, and answers which works ' +
				'relate to which. Every path is served under /api and without it.',
		},
		tags: [
			{ name: 'relationships', description: 'Searching.' },
			{ name: 'events', description: 'Submitting links, and what became of them.' },
			{
				name: 'operators',
				description: 'Sessions, tokens, users and roles, for those who run the broker or submit to it.',
			},
			{ name: 'interface', description: 'This description.' },
			{ name: 'problems', description: 'What the types of problems mean.' },
			{ name: 'health', description: 'For monitoring.' },
		],
	});
}

/** Describes failures by status, since OpenAPI knows one answer for each; every code of a status is an example of it. */
function problemResponses(codes: readonly HttpErrorCode[]): Record<string, Response> {
	const responses: Record<string, Response> = {};
	for (const status of new Set(codes.map((code) => errorCatalogue[code].status))) {
		const ofStatus = httpErrorCodes.filter((code) => codes.includes(code) && errorCatalogue[code].status === status);
		const headers = problemHeaders[status];
		responses[status] = {
			description: ofStatus.map((code) => problemTexts[code].meaning).join(' Or: '),
			...(headers && { headers }),
			content: {
				[problemMediaType]: {
					schema: problemSchema,
					examples: Object.fromEntries(ofStatus.map((code) => [code, { value: problemExample(code) }])),
				},
			},
		};
	}
	return responses;
}

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 1 } as const;
const retryHeaders = { 'Retry-After': { description: 'Seconds to wait.', required: true, schema: seconds } };

const problemHeaders: Readonly<Record<number, Exclude<Response, { $ref: string }>['headers']>> = {
	401: { 'WWW-Authenticate': { description: 'Always the same: Bearer.', required: true, schema: text } },
	415: {
		Accept: { description: 'The media types that are understood.', required: true, schema: text },
		'Accept-Encoding': { description: 'The encodings that are understood.', required: true, schema: text },
	},
	429: retryHeaders,
	503: retryHeaders,
};

function problemExample(code: HttpErrorCode): z.infer<typeof problemSchema> {
	const { status, title } = errorCatalogue[code];
	const { detail, errors } = exampleDetails[code] ?? { detail: problemTexts[code].meaning };
	const type = `https://links.example.org/problems/${code}`;
	return { type, title, status, detail, message: detail, ...(errors && { errors }) };
}

type Detail = Pick<z.infer<typeof problemSchema>, 'detail' | 'errors'>;

function exampleDetail(place: { field?: string; pointer?: string }, message: string): Detail {
	return { detail: message, errors: [{ ...place, message }] };
}

const exampleDetails: Partial<Record<HttpErrorCode, Detail>> = {
	'bad-query': exampleDetail({ field: 'group_by' }, 'group_by must be one of identity, version.'),
	'invalid-links': exampleDetail({ pointer: '/0/LinkPublicationDate' }, 'is required'),
};
