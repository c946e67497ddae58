import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { relationshipQuerySchema } from '../../broker/searching/relationship-query.ts';
import { httpErrorCodes } from '../answers/problem.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';

type Schema = { [keyword: string]: unknown };
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: Record<string, unknown> }> };
type Answered = { description: string; headers?: Record<string, object>; content?: Record<string, Media> };
type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Operation = {
	operationId: string;
	summary: string;
	tags: string[];
	security?: object[];
	parameters?: Parameter[];
	requestBody?: { required: boolean; content: Record<string, Media> };
	responses: Record<string, Answered>;
};
type Document = {
	openapi: string;
	info: { title: string; version: string };
	servers: { url: string }[];
	tags: { name: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> };
};

/** Additional media types of the problems of operations. */
const shownBesides: Readonly<Record<string, string[]>> = {
	showWork: ['text/html'],
	drawBadge: ['image/svg+xml'],
	showBox: ['text/html'],
	confirmPage: ['text/html'],
	confirmSubscription: ['text/html'],
	unsubscribePage: ['text/html'],
	unsubscribe: ['text/html'],
	searchAsclepias: ['application/json'],
	searchDataciteEvents: ['application/json'],
	showDataciteEvent: ['application/json'],
	linksOfScholexplorerV2: ['application/json'],
	linksOfScholexplorerV3: ['application/json'],
	providersOfScholexplorerV2: ['application/json'],
	providersOfScholexplorerV3: ['application/json'],
	citationsOfOpenCitationsApiV1: ['text/plain'],
	citationsOfOpenCitationsApiV2: ['text/plain'],
	citationsOfOpenCitationsCociApiV1: ['text/plain'],
	citationsOfOpenCitationsV1: ['text/plain'],
	citationsOfOpenCitationsV2: ['text/plain'],
	worksOfOpenCitationsMeta: ['text/plain'],
	worksOfOpenCitationsMetaApi: ['text/plain'],
};

let opened: TestApp;
let document: Document;
let operations: Operation[];
before(async () => {
	opened = await openTestApp({ EVENTS_ROLE: 'harvester', MAX_LINKS_PER_EVENT: '77' });
	document = (await (await opened.app.request('/api/openapi.json')).json()) as Document;
	operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});
after(() => opened.close());

const operationOf = (method: string, path: string) =>
	document.paths[path]?.[method] ?? assert.fail(`${method} ${path}`);

/** Finds every object below a value, with its path. */
function* objectsIn(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
	if (typeof value !== 'object' || value === null) return;
	if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
	for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${name}`);
}

/** Reads a schema of the document as a validator; zod finds definitions under $defs. */
function validatorOf(schema: Schema): z.ZodType {
	const moved = JSON.stringify({ ...schema, $defs: document.components.schemas });
	return z.fromJSONSchema(JSON.parse(moved.replaceAll('#/components/schemas/', '#/$defs/')));
}

describe('the description of the interface', () => {
	it('is OpenAPI 3.1 with title and version', () => {
		assert.equal(document.openapi, '3.1.0');
		assert.equal(document.info.title, 'Link Broker');
		assert.equal(document.info.version, '1.2.3');
	});

	it('is served with the prefix and without, and says so', async () => {
		const serversAt = async (app: TestApp['app'], path: string) =>
			((await (await app.request(path)).json()) as Document).servers;
		assert.deepEqual(document.servers, [{ url: 'http://localhost/api' }]);
		assert.deepEqual(await serversAt(opened.app, '/openapi.json'), [{ url: 'http://localhost' }]);
		const { app, close } = await openTestApp({ PUBLIC_URL: 'https://links.example.org' });
		assert.deepEqual(await serversAt(app, '/api/openapi.json'), [{ url: 'https://links.example.org/api' }]);
		await close();
	});

	it('describes every path that is served, and each of them is', async () => {
		assert.deepEqual(Object.keys(document.paths).sort(), [
			'/audit',
			'/badges/{scheme}/{id}.json',
			'/badges/{scheme}/{id}.svg',
			'/changes',
			'/compat/asclepias/api/relationships',
			'/compat/datacite/events',
			'/compat/datacite/events/{event_id}',
			'/compat/opencitations/index/api/v1/{operation}/{id}',
			'/compat/opencitations/index/api/v2/{operation}/{id}',
			'/compat/opencitations/index/coci/api/v1/{operation}/{id}',
			'/compat/opencitations/index/v1/{operation}/{id}',
			'/compat/opencitations/index/v2/{operation}/{id}',
			'/compat/opencitations/meta/api/v1/metadata/{ids}',
			'/compat/opencitations/meta/v1/metadata/{ids}',
			'/compat/scholexplorer/v2/LinkProvider',
			'/compat/scholexplorer/v2/Links',
			'/compat/scholexplorer/v3/LinkProvider',
			'/compat/scholexplorer/v3/Links',
			'/definitions',
			'/definitions/{name}',
			'/dumps',
			'/dumps/{id}',
			'/dumps/{id}/file',
			'/embed/{scheme}/{id}',
			'/events',
			'/events/{event_id}',
			'/events/{event_id}/links',
			'/events/{event_id}/rerun',
			'/events/{event_id}/restore',
			'/events/{event_id}/withdrawal',
			'/harvests',
			'/harvests/services',
			'/harvests/{number}',
			'/health/live',
			'/health/ready',
			'/health/ready/searches',
			'/health/ready/submissions',
			'/inbox',
			'/inbox/{uuid}',
			'/inbox/{uuid}/replay',
			'/invitations',
			'/invitations/accept',
			'/invitations/show',
			'/loads',
			'/loads/{load_id}',
			'/loads/{load_id}/rerun',
			'/loads/{load_id}/restore',
			'/loads/{load_id}/withdrawal',
			'/mcp',
			'/metrics',
			'/notify/senders',
			'/notify/senders/{number}',
			'/objects',
			'/objects/lookup',
			'/objects/{number}',
			'/objects/{number}/definitions',
			'/objects/{number}/identifiers',
			'/objects/{number}/versions',
			'/objects/{scheme}/{id}',
			'/objects/{scheme}/{id}/card.png',
			'/objects/{scheme}/{id}/feed.atom',
			'/oembed',
			'/openapi.json',
			'/problems/{code}',
			'/relationships',
			'/relationships/history',
			'/reports',
			'/roles',
			'/search/feed.atom',
			'/session',
			'/session/password',
			'/sources',
			'/status',
			'/subscriptions',
			'/subscriptions/{id}',
			'/subscriptions/{id}/confirm',
			'/subscriptions/{id}/deliveries',
			'/subscriptions/{id}/deliveries/{message}/resend',
			'/subscriptions/{id}/rotate',
			'/subscriptions/{id}/test',
			'/subscriptions/{id}/unsubscribe',
			'/tokens',
			'/tokens/{id}',
			'/users',
			'/users/{email}',
			'/users/{email}/roles/{role}',
			'/why',
		]);
		for (const [path, methods] of Object.entries(document.paths)) {
			for (const method of Object.keys(methods)) {
				const address = path.replace('{code}', 'internal').replaceAll(/\{\w+\}/g, 'x');
				const { status } = await opened.app.request(address, { method: method.toUpperCase() });
				assert.ok(operationOf(method, path).responses[status], `${method} ${path}: ${status}`);
				assert.notEqual(status, 405);
			}
		}
	});

	it('resolves every reference in it', () => {
		let references = 0;
		for (const [path, { $ref }] of objectsIn(document)) {
			if ($ref === undefined) continue;
			const name = /^#\/components\/schemas\/(\w+)$/.exec(String($ref))?.[1];
			assert.ok(name !== undefined && document.components.schemas[name], `${path}: ${$ref}`);
			references++;
		}
		assert.ok(references > 20);
	});

	it('gives every operation a name of its own, a summary, a known tag, and every answer a description', () => {
		assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
		const tags = new Set(document.tags.map(({ name }) => name));
		for (const operation of operations) {
			assert.ok(operation.summary);
			assert.ok(operation.tags.length > 0 && operation.tags.every((tag) => tags.has(tag)));
			for (const { description } of Object.values(operation.responses)) assert.ok(description);
		}
	});

	it('describes every parameter of a search as the search reads it', () => {
		const { parameters = [] } = operationOf('get', '/relationships');
		assert.deepEqual(
			parameters.map(({ name }) => name),
			Object.keys(relationshipQuerySchema.shape),
		);
		for (const { name, in: place, required, schema } of parameters) {
			assert.equal(place, 'query');
			assert.equal(required, name === 'id');
			assert.ok(schema.description, name);
		}
	});

	it('describes every part of a path as a parameter', () => {
		for (const [path, methods] of Object.entries(document.paths)) {
			const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			for (const { parameters = [] } of Object.values(methods)) {
				const inPath = parameters.filter((parameter) => parameter.in === 'path');
				assert.deepEqual(
					inPath.map(({ name }) => name),
					named,
				);
				assert.ok(inPath.every(({ required }) => required));
			}
		}
	});

	it('has both media types of a search and of a submission', () => {
		const mediaTypes = ['application/json', 'application/x-scholix-v3+json'];
		const search = operationOf('get', '/relationships').responses[200];
		const references = ['application/x-bibtex', 'application/x-research-info-systems', 'text/plain'];
		const forms = [...references, 'application/vnd.citationstyles.csl+json', 'application/x-ndjson', 'text/csv'];
		assert.deepEqual(Object.keys(search?.content ?? {}).sort(), [...mediaTypes, ...forms].sort());
		const headers = ['Cache-Control', 'Content-Disposition', 'Definition', 'ETag', 'Link', 'Vary'];
		const own = ['X-Excluded', 'X-Known', 'X-Total-Count', 'X-Understood-As', 'X-Unknown'];
		assert.deepEqual(Object.keys(search?.headers ?? {}).sort(), [...headers, ...own]);
		const { requestBody } = operationOf('post', '/events');
		assert.deepEqual(Object.keys(requestBody?.content ?? {}).sort(), mediaTypes);
		assert.ok(requestBody?.required);
	});

	it('describes problems as clients of other services read them', async () => {
		for (const path of ['/compat/asclepias/api/relationships', '/compat/datacite/events']) {
			const response = await opened.app.request(path);
			assert.equal(response.status, 400);
			const media = operationOf('get', path).responses[400]?.content?.['application/json'];
			const read = validatorOf(media?.schema ?? assert.fail(path)).safeParse(await response.json());
			assert.ok(read.success, `${path}: ${read.error}`);
		}
	});

	it('says how many links an event may bring here', () => {
		const { requestBody } = operationOf('post', '/events');
		for (const { schema } of Object.values(requestBody?.content ?? {})) {
			assert.deepEqual([schema.minItems, schema.maxItems], [1, 77]);
		}
	});

	it('asks for an access token or a session exactly where one is needed', () => {
		assert.deepEqual(Object.keys(document.components.securitySchemes), [
			'accessToken',
			'metricsToken',
			'session',
			'csrfToken',
		]);
		assert.equal(document.components.securitySchemes.accessToken?.scheme, 'bearer');
		assert.equal(document.components.securitySchemes.session?.in, 'cookie');
		assert.equal(document.components.securitySchemes.csrfToken?.name, 'X-CSRF-Token');
		const needing = (...schemes: string[]) =>
			operations
				.filter(({ security = [] }) => JSON.stringify(security.flatMap(Object.keys)) === JSON.stringify(schemes))
				.map(({ operationId }) => operationId)
				.sort();
		assert.deepEqual(needing('accessToken', 'session'), [
			'listAudit',
			'listDeliveries',
			'listDumps',
			'listEventLinks',
			'listEvents',
			'listHarvestServices',
			'listHarvests',
			'listLoads',
			'listNotifications',
			'listSubscriptions',
			'previewLoadWithdrawal',
			'previewWithdrawal',
			'readDump',
			'showDump',
			'showEvent',
			'showLoad',
			'showNotification',
			'showSubscription',
		]);
		assert.deepEqual(needing('accessToken', 'session', 'csrfToken'), [
			...['changeSubscription', 'createSubscription', 'deleteSubscription'],
			...['makeDump', 'removeDump', 'rerunEvent', 'rerunLoad', 'resendMessage', 'restoreEvent', 'restoreLoad'],
			...['rotateSecret', 'sendNotification', 'submitEvent', 'testSubscription', 'withdrawEvent', 'withdrawLoad'],
		]);
		assert.deepEqual(needing('metricsToken'), ['getMetrics']);
		assert.deepEqual(needing('session'), [
			...['getStatus', 'listNotificationSenders', 'listRoles', 'listTokens', 'listUsers', 'showSession'],
		]);
		assert.deepEqual(needing(), [
			'acceptInvitation',
			'areSearchesAnswered',
			'areSubmissionsTaken',
			'citationsOfOpenCitationsApiV1',
			'citationsOfOpenCitationsApiV2',
			'citationsOfOpenCitationsCociApiV1',
			'citationsOfOpenCitationsV1',
			'citationsOfOpenCitationsV2',
			'compareDefinitions',
			'confirmPage',
			'confirmSubscription',
			'describeEmbedding',
			'describeInterface',
			'describeObject',
			'describeObjectByNumber',
			'drawBadge',
			'drawCard',
			'explainProblem',
			'explainWhy',
			'getBadge',
			'getSources',
			'isLive',
			'isReady',
			'linksOfScholexplorerV2',
			'linksOfScholexplorerV3',
			'listDefinitions',
			'listHistory',
			'listIdentifiers',
			'listVersions',
			'lookUpObjects',
			'providersOfScholexplorerV2',
			'providersOfScholexplorerV3',
			'readChanges',
			'readFeed',
			'readSearchFeed',
			'reportWorks',
			'searchAsclepias',
			'searchDataciteEvents',
			'searchRelationships',
			'showBox',
			'showDataciteEvent',
			'showDefinition',
			'showInvitation',
			'showWork',
			'signIn',
			'unsubscribe',
			'unsubscribePage',
			'useTools',
			'worksOfOpenCitationsMeta',
			'worksOfOpenCitationsMetaApi',
		]);
	});

	it('says 401 of every operation that strangers are refused, and of no other', async () => {
		for (const [path, methods] of Object.entries(document.paths)) {
			for (const [method, { operationId, security }] of Object.entries(methods)) {
				const { status } = await opened.app.request(path, { method: method.toUpperCase() });
				// Signing out what is not signed in is no failure.
				assert.equal(status === 401, security !== undefined && operationId !== 'signOut', operationId);
			}
		}
	});

	it('shows every failure that HTTP knows as a problem of its status', () => {
		const shown = new Set<string>();
		for (const { responses, operationId } of operations) {
			for (const [status, { content }] of Object.entries(responses)) {
				if (Number(status) < 400) continue;
				const [mediaType, ...besides] = Object.keys(content ?? {});
				assert.equal(mediaType, 'application/problem+json');
				assert.deepEqual(besides, shownBesides[operationId] ?? []);
				for (const [code, { value }] of Object.entries(content?.['application/problem+json']?.examples ?? {})) {
					shown.add(code);
					assert.equal(String(value.status), status);
					assert.ok(String(value.type).endsWith(`/problems/${code}`));
				}
			}
		}
		// OpenAPI has no place for methods that a path does not have.
		const everywhere = httpErrorCodes.filter((code) => code !== 'method-not-allowed');
		assert.deepEqual([...shown].sort(), [...everywhere].sort());
	});

	it('says of every operation that requests may be too slow, have too long headers, or expect too much', () => {
		for (const { responses, operationId } of operations)
			assert.ok(responses[408] && responses[417] && responses[431], operationId);
	});

	it('says of every text, list and cursor that is sent how long it may be', () => {
		const unbounded: string[] = [];
		for (const { operationId, parameters = [], requestBody } of operations) {
			const schemas = parameters.map(({ name, schema }) => [name, schema] as const);
			const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => ['body', schema] as const);
			for (const [name, schema] of [...schemas, ...bodies]) {
				for (const [path, part] of objectsIn(schema, name)) {
					const { type, maxLength, maxItems, enum: values, pattern = '', format } = part;
					const bounded = maxLength ?? maxItems ?? values ?? format ?? /[{][0-9,]+[}]/.exec(String(pattern));
					if ((type === 'string' || type === 'array') && bounded === undefined)
						unbounded.push(`${operationId} ${path}`);
					if ((type === 'string' || type === 'array') && bounded === null) unbounded.push(`${operationId} ${path}`);
				}
			}
		}
		assert.deepEqual(unbounded, []);
	});

	it('has only examples that its schemas allow', () => {
		let examples = 0;
		for (const { requestBody, responses } of operations) {
			const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
			for (const media of contents.flatMap((content) => Object.values(content ?? {}))) {
				const validator = validatorOf(media.schema);
				const values = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
				for (const value of values.filter((one) => one !== undefined)) {
					validator.parse(value);
					examples++;
				}
			}
		}
		for (const [path, schema] of objectsIn(document)) {
			if (!('example' in schema) || !('type' in schema) || path.includes('/example/')) continue;
			assert.ok(validatorOf(schema as Schema).safeParse(schema.example).success, path);
			examples++;
		}
		assert.ok(examples > 50, String(examples));
	});

	it('has schemas that refuse what is wrong', () => {
		const { schema } =
			operationOf('get', '/events/{event_id}').responses[200]?.content?.['application/json'] ?? assert.fail();
		assert.ok(!validatorOf(schema).safeParse({ status: 'Ready' }).success);
	});

	it('describes what is really answered', async () => {
		for (const [mediaType, { schema }] of Object.entries(
			operationOf('get', '/relationships').responses[200]?.content ?? {},
		)) {
			const response = await opened.app.request('/relationships?id=10.5281/zenodo.11020', {
				headers: { Accept: mediaType },
			});
			const text = await response.text();
			validatorOf(schema).parse(schema.type === 'string' ? text : JSON.parse(text));
		}
		const problem = await opened.app.request('/relationships');
		validatorOf(document.components.schemas.Problem ?? assert.fail()).parse(await problem.json());
	});
});
