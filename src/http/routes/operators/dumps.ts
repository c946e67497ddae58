// Dumps of the whole graph, for administrators: GET and POST /dumps, GET and DELETE /dumps/{id},
// GET /dumps/{id}/file.

import { z } from '@hono/zod-openapi';
import { type BytesRange, dumpStates, type MadeDump, type MadeDumps } from '../../../broker/dumps/made-dumps.ts';
import { BrokerError } from '../../../errors.ts';
import { dumpFormats } from '../../../formats/dumps/dump-formats.ts';
import { isoTime } from '../../../links/link-date.ts';
import { countedMeaning } from '../../../links/words.ts';
import { type Answer, doneAnswer, jsonAnswer, privateJson, privately } from '../../answers/answer.ts';
import { count, exampleTime, time } from '../../answers/answer-schemas.ts';
import { unlessKnown } from '../../answers/conditional.ts';
import { baseAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { defineRoute, header, json, type Route } from '../route.ts';
import { shownToAdmins } from './users.ts';

const exampleId = '20260131T120000000Z-jsonl';
const format = z.enum(dumpFormats).openapi({ description: 'The format of the file.', example: 'jsonl' });

const dumpSchema = z
	.strictObject({
		id: z.string().openapi({ example: exampleId }),
		format,
		state: z.enum(dumpStates).openapi({ description: 'The state of the dump.' }),
		by: z
			.string()
			.openapi({ description: 'The account or command line that requested the dump.', example: 'curator@example.org' }),
		started: time.openapi({ example: exampleTime }),
		finished: time.nullable().openapi({ example: exampleTime }),
		works: count.openapi({ description: 'The number of works written so far.', example: 34_526 }),
		counts: z
			.strictObject({
				works: count,
				identifiers: count,
				links: count.openapi({ description: 'Links between works, by relation; those between versions are included.' }),
				assertions: count.openapi({ description: `Statements. ${countedMeaning.statements}` }),
			})
			.nullable()
			.openapi({ description: 'What the file contains, once the dump is Done.' }),
		change: count.nullable().openapi({
			description: 'The number of the last entry of the change log in the dump.',
			example: 4_711,
		}),
		bytes: count.nullable().openapi({ description: 'The size of the file.', example: 5_875_470 }),
		file: z.string().openapi({ description: 'The name of the file.', example: `link-broker-${exampleId}.jsonl.gz` }),
		error: z.string().nullable().openapi({ description: 'Why the dump failed.', example: null }),
	})
	.openapi('Dump');

type DumpDocument = z.infer<typeof dumpSchema>;

const dumpsSchema = z.strictObject({ dumps: z.array(dumpSchema) }).openapi('Dumps');

const pathParameters = z.strictObject({ id: z.string().openapi({ maxLength: 100, example: exampleId }) });

/** Creates the routes of dumps. */
export function createDumpRoutes({ dumps, settings }: Pick<AppNeeds, 'dumps' | 'settings'>): Route[] {
	return [
		defineRoute({
			route: 'GET /dumps',
			...shownToAdmins,
			id: 'listDumps',
			summary: 'List dumps of the graph',
			answers: { 200: json('The dumps, newest first.', dumpsSchema) },
			handle: async () => privateJson({ dumps: (await dumps.list()).map(dumpDocument) }),
		}),
		makeRoute(dumps, settings),
		defineRoute({
			route: 'GET /dumps/{id}',
			...shownToAdmins,
			id: 'showDump',
			summary: 'Show the progress of a dump',
			params: pathParameters,
			answers: { 200: json('The dump.', dumpSchema) },
			problems: ['not-found'],
			handle: async ({ params }) => privateJson(dumpDocument(await requireDump(dumps, params.id))),
		}),
		defineRoute({
			route: 'DELETE /dumps/{id}',
			...shownToAdmins,
			id: 'removeDump',
			summary: 'Remove a dump',
			description: 'Removes a dump and its file. A dump in progress is cancelled.',
			params: pathParameters,
			answers: { 204: 'The dump was removed.' },
			problems: ['not-found'],
			async handle({ params: { id }, sender }) {
				await requireDump(dumps, id);
				if (!(await dumps.remove(sender.by, id))) throw noSuchDump(id);
				return doneAnswer;
			},
		}),
		fileRoute(dumps),
	];
}

function makeRoute(dumps: MadeDumps, { publicUrl }: AppNeeds['settings']): Route {
	return defineRoute({
		route: 'POST /dumps',
		...shownToAdmins,
		id: 'makeDump',
		summary: 'Create a dump of the graph',
		description:
			'Starts to write the current state of the whole graph to a file. Only one dump is made at a time, ' +
			'and the newest ones are kept (DUMPS_KEPT). Links submitted with noindex=1 are included, as after ' +
			'a reindex.',
		query: z.strictObject({ format }),
		answers: { 202: json('The dump has been started.', dumpSchema, { Location: header('The address of the dump.') }) },
		problems: ['conflict'],
		async handle({ context, query, sender }) {
			const dump = await dumps.make(sender.by, query.format);
			const Location = `${baseAddress(context.req.url, publicUrl)}/dumps/${dump.id}`;
			return jsonAnswer(dumpDocument(dump), 202, { ...privately, Location });
		},
	});
}

function fileRoute(dumps: MadeDumps): Route {
	const content = { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } };
	return defineRoute({
		route: 'GET /dumps/{id}/file',
		...shownToAdmins,
		id: 'readDump',
		summary: 'Download a dump',
		description:
			'Returns the file of a dump that is Done. With the header Range (RFC 9110, section 14), returns a ' +
			'part of it, to continue an interrupted download.',
		params: pathParameters,
		answers: {
			200: {
				description: 'The file, compressed according to its name.',
				content,
				headers: { ETag: header('The same for the same file.') },
			},
			206: { description: 'The requested part.', content },
			304: 'The file named in If-None-Match is still current.',
		},
		problems: ['not-found', 'conflict'],
		async handle({ context, params }) {
			const dump = await requireDump(dumps, params.id);
			if (dump.state === 'Processing') throw new BrokerError('conflict', 'This dump is still in progress.');
			if (dump.state === 'Failed' || dump.bytes === null) {
				throw new BrokerError('not-found', `This dump failed: ${dump.error}`);
			}
			return fileAnswer(dumps, { ...dump, bytes: dump.bytes }, context);
		},
	});
}

async function fileAnswer(dumps: MadeDumps, dump: MadeDump & { bytes: number }, context: HttpContext): Promise<Answer> {
	const { id, bytes, file } = dump;
	const ETag = `"${id}-${bytes}"`;
	const ifRange = context.req.header('if-range');
	const asked = ifRange === undefined || ifRange === ETag ? context.req.header('range') : undefined;
	const range = readRange(asked, bytes);
	const { start, end } = range ?? { start: 0, end: bytes - 1 };
	const headers = {
		...{ 'Content-Type': 'application/octet-stream', 'Content-Disposition': `attachment; filename="${file}"` },
		...{ ETag, 'Accept-Ranges': 'bytes', 'Content-Length': String(end - start + 1) },
		// The browser may cache it, but checks each time whether it still exists.
		'Cache-Control': 'private, no-cache',
		...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
	};
	const answer = unlessKnown({ status: range ? 206 : 200, headers, body: null }, context.req.header('if-none-match'));
	// An opened file that is not read would stay open.
	if (answer.status === 304 || context.req.method === 'HEAD' || bytes === 0) return answer;
	return { ...answer, body: await dumps.read(dump, { start, end }) };
}

/**
 * Reads one range of bytes; undefined for no range, several ranges or a range after the end: a
 * server may ignore the header (RFC 9110, section 14.2).
 */
function readRange(text: string | undefined, bytes: number): BytesRange | undefined {
	const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text?.trim() ?? '') ?? [];
	if (first === '' && last === '') return undefined;
	const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
	const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
	return start <= end ? { start, end } : undefined;
}

async function requireDump(dumps: MadeDumps, id: string): Promise<MadeDump> {
	const dump = await dumps.find(id);
	if (dump === undefined) throw noSuchDump(id);
	return dump;
}

function noSuchDump(id: string): BrokerError {
	return new BrokerError('not-found', `Unknown dump: ${JSON.stringify(id)}.`);
}

function dumpDocument({ startedAt, finishedAt, ...others }: MadeDump): DumpDocument {
	return { ...others, started: isoTime(startedAt), finished: isoTime(finishedAt) };
}
