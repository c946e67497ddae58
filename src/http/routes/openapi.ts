// The description of the interface in OpenAPI 3.1, made from the routes: GET /openapi.json.
import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { errorCatalogue } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { type HttpErrorCode, httpErrorCodes, problemMediaType, problemSchema } from '../answers/problem.ts';
import { baseAddress } from '../server/addresses.ts';
import { sessionCookieName } from '../server/authentication.ts';
import { problemMeanings } from './problems.ts';
import { type Access, defineRoute, header, json, optionalHeader, type Route } from './route.ts';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type Response = RouteConfig['responses'][string];

/** Creates the route of the description. `routes` is called at the first request. */
export function createOpenApiRoute(
	routes: () => readonly Route[],
	version: string,
	{ publicUrl }: Pick<Settings, 'publicUrl'>,
): Route {
	let document: Document | undefined;
	return defineRoute({
		route: 'GET /openapi.json',
		access: 'anyone',
		needs: 'nothing',
		shared: true,
		id: 'describeInterface',
		tag: 'interface',
		summary: 'Describe this interface',
		answers: { 200: json('This document.', z.looseObject({ openapi: z.literal('3.1.0') })) },
		handle({ context }) {
			document ??= describeInterface(routes(), version);
			return jsonAnswer({ ...document, servers: [{ url: baseAddress(context.req.url, publicUrl) }] });
		},
	});
}

/** Describes the interface in OpenAPI 3.1, without its address. */
export function describeInterface(routes: readonly Route[], version: string): Document {
	// Only its registry is used: routes check requests themselves, with the same schemas.
	const described = new OpenAPIHono();
	const registry = described.openAPIRegistry;
	registry.registerComponent('securitySchemes', 'accessToken', {
		type: 'http',
		scheme: 'bearer',
		description: 'An access token, created with `link-broker tokens create` or on the pages of the administration.',
	});
	registry.registerComponent('securitySchemes', 'metricsToken', {
		type: 'http',
		scheme: 'bearer',
		description: 'The token in the setting METRICS_TOKEN.',
	});
	registry.registerComponent('securitySchemes', 'session', {
		type: 'apiKey',
		in: 'cookie',
		name: sessionCookieName,
		description: 'A session of a browser, opened with POST /session.',
	});
	registry.registerComponent('securitySchemes', 'csrfToken', {
		type: 'apiKey',
		in: 'header',
		name: 'X-CSRF-Token',
		description: 'The csrf_token of the session. It proves that a request comes from a page of the broker.',
	});
	for (const route of routes) {
		const { method, path, operation, access, scope } = route;
		registry.registerPath({
			...(access !== 'anyone' && { security: securityOf(access, method, typeof scope === 'string' ? [scope] : []) }),
			...operation,
			method,
			path,
			responses: { ...operation.responses, ...problemResponses(problemsOf(route), route) },
		});
	}
	return described.getOpenAPI31Document({
		openapi: '3.1.0',
		info: {
			title: 'Link Broker',
			version,
			license: { name: 'MIT' },
			description:
				'Accepts links between scholarly works (Scholix v3), groups the identifiers and versions of each ' +
				'work, and answers searches for their relationships. Every path works with and without the prefix ' +
				'/api.',
		},
		tags: [
			{ name: 'relationships', description: 'Search for relationships.' },
			{ name: 'objects', description: 'Find and describe works.' },
			{ name: 'embedding', description: 'Show a work on other web pages.' },
			{ name: 'compatibility', description: 'Answers in the form of other services, for their clients.' },
			{ name: 'subscriptions', description: 'What users follow.' },
			{ name: 'notifications', description: 'The inbox for notifications of COAR Notify.' },
			{ name: 'assistants', description: 'Tools for assistants (Model Context Protocol).' },
			{ name: 'changes', description: 'Follow changes of the data, in order.' },
			{ name: 'events', description: 'Submit links and follow their processing.' },
			{
				name: 'operators',
				description: 'Sessions, tokens, users and administration.',
			},
			{ name: 'interface', description: 'The description of this interface.' },
			{ name: 'problems', description: 'Explanations of problem types.' },
			{ name: 'health', description: 'Health and metrics for monitoring.' },
		],
	});
}

type Security = Record<string, string[]>;

/** Returns the security requirements of a route. `scopes` are those of the access token. */
function securityOf(access: Exclude<Access, 'anyone'>, method: Route['method'], scopes: string[]): Security[] {
	const token: Security = { accessToken: scopes };
	const session: Security = method === 'get' ? { session: [] } : { session: [], csrfToken: [] };
	switch (access) {
		case 'account':
		case 'admin account':
			return [token, session];
		case 'session':
		case 'admin':
			return [session];
	}
}

// The last three end a request before it has a path.
const ofEveryRequest: readonly HttpErrorCode[] = [
	...(['bad-request', 'internal'] as const),
	...(['request-timeout', 'headers-too-large', 'expectation-failed'] as const),
];

/** Lists the failures of a route: its own, and those of its access and body. */
function problemsOf({ method, operation, access, scope, unlimited, problems }: Route): ReadonlySet<HttpErrorCode> {
	const codes = new Set<HttpErrorCode>([...problems, ...ofEveryRequest]);
	const add = (...more: HttpErrorCode[]) => {
		for (const code of more) codes.add(code);
	};
	if (!unlimited) add('too-many-requests', 'unavailable');
	if (access !== 'anyone') add('bad-query', 'unauthorized', 'insufficient-storage', 'unavailable');
	if (access === 'admin' || access === 'admin account' || (access !== 'anyone' && method !== 'get')) add('forbidden');
	if (scope !== undefined) add('insufficient-scope');
	if (operation.request?.body) add('malformed-json', 'body-too-large', 'unsupported-media-type');
	return codes;
}

/**
 * Describes failures by status, as OpenAPI requires. Every code of a status is an example.
 * `shownAs` is an additional media type.
 */
function problemResponses(
	codes: ReadonlySet<HttpErrorCode>,
	{ problemsShownAs: shownAs, problemForm }: Pick<Route, 'problemsShownAs' | 'problemForm'>,
): Record<string, Response> {
	const responses: Record<string, Response> = {};
	const described = httpErrorCodes.filter((code) => codes.has(code));
	for (const [status, ofStatus] of Map.groupBy(described, (code) => errorCatalogue[code].status)) {
		const headers = problemHeaders[status];
		responses[status] = {
			description: ofStatus.map((code) => problemMeanings[code]).join(' Or: '),
			...(headers && { headers }),
			content: {
				[problemMediaType]: {
					schema: problemSchema,
					examples: Object.fromEntries(ofStatus.map((code) => [code, { value: problemExample(code) }])),
				},
				...(shownAs && {
					[shownAs]: { schema: problemForm ?? (shownAs === jsonMediaType ? problemSchema : z.string()) },
				}),
			},
		};
	}
	return responses;
}

const retryHeaders = {
	'Retry-After': header('Seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }),
};

const problemHeaders: Readonly<Record<number, Exclude<Response, { $ref: string }>['headers']>> = {
	401: { 'WWW-Authenticate': header('Always the same value: Bearer.') },
	403: {
		'WWW-Authenticate': optionalHeader('The required scopes, if the access token lacks one (RFC 6750).'),
	},
	415: {
		Accept: header('The supported media types.'),
		'Accept-Encoding': header('The supported encodings.'),
	},
	429: retryHeaders,
	503: retryHeaders,
};

function problemExample(code: HttpErrorCode): z.infer<typeof problemSchema> {
	const { status, title } = errorCatalogue[code];
	const { detail, errors } = exampleDetails[code] ?? { detail: problemMeanings[code] };
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
