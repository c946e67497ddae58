// The tools of assistants over HTTP, POST /mcp: the Model Context Protocol without sessions. Each
// request is one message, and its answer is JSON.
import { z } from '@hono/zod-openapi';
import { BrokerError } from '../../errors.ts';
import type { Answer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import type { CreateAsking } from '../pages/ask-interface.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { defineRoute, json, type Route } from './route.ts';

/** Enough for the arguments of every tool. */
const mostBytes = 2 ** 18;

const messageId = z.union([z.string().max(256), z.int()]).optional();
const values = z.record(z.string(), z.unknown());
const messageSchema = z
	.strictObject({
		jsonrpc: z.literal('2.0', 'must be "2.0"'),
		id: messageId.openapi({ description: 'Absent in notifications.' }),
		method: z.string().max(256).openapi({ example: 'tools/list' }),
		params: values.optional(),
	})
	.openapi('McpMessage', { description: 'A request or notification of JSON-RPC 2.0.' });

const answerSchema = z
	.looseObject({ jsonrpc: z.literal('2.0'), id: messageId, result: values.optional() })
	.openapi('McpAnswer', { description: 'An answer of JSON-RPC 2.0.' });

type Needs = Pick<AppNeeds, 'settings' | 'version' | 'log'> & { createAsks: CreateAsking };

/** Creates the route. */
export function createMcpRoute({ settings, version, log, createAsks }: Needs): Route {
	const { publicUrl } = settings;
	const onFailure = (err: unknown) => log.warn({ err }, 'A message of an assistant failed');
	return defineRoute({
		route: 'POST /mcp',
		access: 'anyone',
		needs: 'both',
		shared: true,
		id: 'useTools',
		tag: 'assistants',
		summary: 'Use the tools of the Model Context Protocol',
		description:
			'Answers one message of an assistant (MCP, streamable HTTP, without sessions). Accept must list ' +
			'application/json and text/event-stream. The tools only read. Pages of other sites are refused by their Origin.',
		body: { read: messageSchema, described: messageSchema, mostBytes },
		answers: {
			200: json('The answer, which may be an error of JSON-RPC or of a tool.', answerSchema),
			202: 'A notification was received.',
		},
		problems: ['forbidden', 'not-acceptable'],
		async handle({ context, body }) {
			refuseOtherSites(context.req.header('origin'), publicUrl);
			const parsedBody = await body();
			// Loaded with the first message: most servers have no assistants.
			const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport: Transport }] = await Promise.all([
				import('../mcp/mcp-server.ts'),
				import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
			]);
			const { ask } = createAsks(context, { isCounted: true });
			const asked = { base: baseAddress(context.req.url, publicUrl), ask };
			const server = createMcpServer({ version, asked, onFailure });
			const transport = new Transport({ enableJsonResponse: true });
			await server.connect(transport);
			try {
				const headers = new Headers(context.req.raw.headers);
				const request = new Request(context.req.url, { method: 'POST', headers });
				return await answerOf(await transport.handleRequest(request, { parsedBody }));
			} finally {
				await server.close();
			}
		},
	});
}

/** Makes the answer. Fails with the words of the SDK for what is not a message of the protocol. */
async function answerOf(response: Response): Promise<Answer> {
	const { status, ok } = response;
	const body = await response.text();
	if (!ok) {
		if (status === 406) {
			throw new BrokerError('not-acceptable', 'Accept must list application/json and text/event-stream.');
		}
		const { error } = JSON.parse(body) as { error: { message: string } };
		throw new BrokerError('bad-request', `${error.message}.`);
	}
	return body === ''
		? { status, headers: {}, body: null }
		: { status, headers: { 'Content-Type': jsonMediaType }, body };
}

/**
 * Refuses pages of other sites, also of one whose name was made to resolve to this machine (DNS
 * rebinding). Programs send no Origin.
 */
function refuseOtherSites(origin: string | undefined, publicUrl: string | null): void {
	if (origin === undefined) return;
	const own = publicUrl === null ? undefined : new URL(publicUrl).origin;
	const host = URL.parse(origin)?.hostname ?? '';
	if (origin === own || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)) return;
	throw new BrokerError(
		'forbidden',
		`Pages of ${JSON.stringify(origin.slice(0, 200))} may not use /mcp. Connect a program, or a page of this broker ` +
			'or of your machine.',
	);
}
