// GET /compat/opencitations/index/…: answers that clients of the OpenCitations Index read. Only their
// base address changes.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import type { Counted } from '../../broker/counting/counting.ts';
import { readWholeResult } from '../../broker/searching/export-result.ts';
import {
	type RelationshipQuery,
	readRelationshipQuery,
	relationshipQuerySchema,
} from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { citationTypes, describeCitation, numberedEnd } from '../../formats/compat/opencitations.ts';
import { citationColumns } from '../../formats/opencitations/citation.ts';
import type { Row } from '../../formats/opencitations/rows.ts';
import { linkLimits } from '../../links/limits.ts';
import { searchRelationMeaning } from '../../links/relation.ts';
import { unchanged, unlessUnchanged } from '../answers/conditional.ts';
import { countedHeaders } from '../answers/paging.ts';
import type { Parameters } from '../answers/query-parameters.ts';
import { countedHeaderSchemas, defineRoute, optionalHeader, type Route } from '../routes/route.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal, type HttpContext } from '../server/http-context.ts';
import { canonicalLink, foreignRoute, unlessNoIdentifier } from './foreign.ts';
import {
	mostKeptRows,
	type RamoseQuery,
	ramoseRoute,
	readRamoseQuery,
	rowFormat,
	rowParameters,
	rowsAnswer,
} from './ramose.ts';

const root = '/compat/opencitations/index';

/** The bases that the service has had, and the version that each answers. */
const bases = { v2: 'v2', v1: 'v1', 'coci/api/v1': 'v1', 'api/v1': 'v1', 'api/v2': 'v2' } as const;

type Version = (typeof bases)[keyof typeof bases];

/** The most rows of an answer. */
const mostRows = 200_000;

const relationOf = {
	citations: 'isCitedBy',
	references: 'cites',
	'citation-count': 'isCitedBy',
	'reference-count': 'cites',
} as const;

type Operation = keyof typeof relationOf;

const pathSchema = z.strictObject({
	operation: z
		.enum([...(Object.keys(relationOf) as Operation[]), 'citation'])
		.openapi({ description: 'What is asked for.', example: 'citations' }),
	id: z.string().openapi({
		description: 'An identifier of the work; for citation, an OCI.',
		maxLength: linkLimits.idLength,
		pattern: '\\S',
		example: 'doi:10.5281/zenodo.11020',
	}),
});
const described = z.strictObject({
	...rowParameters,
	group_by: relationshipQuerySchema.shape.group_by,
	definition: relationshipQuerySchema.shape.definition,
});
const answerSchema = z.array(z.looseObject({})).openapi('OpenCitationsRows');

/** Creates the routes. */
export function createOpenCitationsRoutes(needs: AppNeeds): Route[] {
	return Object.entries(bases).map(([base, version]) =>
		defineRoute({
			route: `GET ${root}/${base}/{operation}/{id}`,
			deep: true,
			...foreignRoute,
			...ramoseRoute,
			id: `citationsOfOpenCitations${base.replaceAll(/\W?(\w)(\w*)/g, (_, a: string, b: string) => a.toUpperCase() + b)}`,
			summary: `Ask for citations as in the OpenCitations Index ${base}`,
			description:
				'Answers the citations or references of a work, their number, or one citation, as the OpenCitations Index ' +
				'does. Unknown parameters are ignored. A text that is not an identifier has no citations.',
			params: pathSchema,
			query: { described, read: readRamoseQuery },
			answers: {
				200: {
					description: 'All rows.',
					headers: {
						...countedHeaderSchemas,
						'X-Left-Out': optionalHeader(
							`Citations left out: an end has no identifier of this form. Absent for more than ${mostKeptRows} rows.`,
						),
					},
					content: { 'application/json': { schema: answerSchema }, 'text/csv': { schema: z.string() } },
				},
				304: unchanged,
			},
			problems: ['not-found', 'answer-too-large'],
			handle: ({ context, params, query }) => {
				const format = rowFormat(query.parameters, context.req.header('accept'));
				const answer = () => answerOperation(needs, context, { ...params, ...query, version, format });
				return unlessUnchanged(needs, context, answer, format);
			},
		}),
	);
}

type Question = RamoseQuery & { operation: string; id: string; version: Version; format: ReturnType<typeof rowFormat> };

async function answerOperation(needs: AppNeeds, context: HttpContext, asked: Question) {
	const { broker, settings, log } = needs;
	const { operation, parameters, format, rows: query } = asked;
	const signal = disconnectSignal(context);
	const search: Broker['searchRelationships'] = (question, options) =>
		broker.searchRelationships(question, { ...options, signal });
	const question = operation === 'citation' ? await citationQuestion(needs, asked) : workQuestion(asked);
	const own = question && { ...question.of, ...parameters.pick(['group_by', 'definition']) };
	const address = `${baseAddress(context.req.url, settings.publicUrl)}/relationships`;
	const shown = (found: Counted | undefined) => {
		const headers = { ...(own && canonicalLink(address, own)), ...countedHeaders(found, { hasMembers: false }) };
		return { context, query, format, headers, log };
	};
	if (operation.endsWith('-count')) {
		const found = own && (await count(search, readRelationshipQuery({ ...own, size: '1' })));
		const rows = [[{ count: String(found?.total ?? 0) }]];
		return rowsAnswer({ columns: ['count'], types: { count: 'number' }, total: 1, batches: rows }, shown(found));
	}
	const citations = { columns: citationColumns, types: citationTypes };
	const found = own && (await read(search, readRelationshipQuery(own), question.other));
	if (!found) return rowsAnswer({ ...citations, total: 0, batches: [] }, shown(undefined));
	const most = query.sort.length > 0 ? mostKeptRows : mostRows;
	if (found.first.total > most) {
		throw tooLarge(found.first.total, most, `${address}?${new URLSearchParams(own)}&format=csv`);
	}
	const batches = citationsOf(found.first, found.pages, asked.version);
	return rowsAnswer({ ...citations, total: found.first.total, batches }, shown(found.first));
}

async function count(
	search: Broker['searchRelationships'],
	query: RelationshipQuery,
): Promise<RelationshipAnswer | undefined> {
	return search(query, { facets: false }).catch((error) => unlessNoIdentifier(error));
}

/** Reads all relationships of a work, or those with another one. */
async function read(
	search: Broker['searchRelationships'],
	query: RelationshipQuery,
	other: string | undefined,
): Promise<Awaited<ReturnType<typeof readWholeResult>> | undefined> {
	const only = other === undefined ? {} : { only: [other] };
	const codes = other === undefined ? [] : (['bad-query'] as const);
	return readWholeResult(search, { ...query, ...only }, { wholeHistory: false }).catch((error) =>
		unlessNoIdentifier(error, ...codes),
	);
}

/** A question of GET /relationships; `other`: only the relationship with this work. */
type OwnQuestion = { of: Parameters; other?: string };

/** Puts the question for the citations of a work. Fails with `not-found` for an unknown operation. */
function workQuestion({ operation, id, version }: Question): OwnQuestion {
	const relation = Object.hasOwn(relationOf, operation) ? relationOf[operation as Operation] : undefined;
	if (relation === undefined) throw new BrokerError('not-found', notServed(operation));
	return { of: { id, ...(version === 'v1' && { scheme: 'doi' }), relation } };
}

function notServed(operation: string): string {
	if (operation === 'venue-citation-count') return 'Citations are not counted by venue. Use citation-count for a work.';
	if (operation === 'metadata') return 'Use /compat/opencitations/meta/v1/metadata for the metadata of works.';
	return `There is no operation ${operation}. Use one of ${pathSchema.shape.operation.options.join(', ')}.`;
}

/** Puts the question for one citation; undefined where no work has one of its numbers. */
async function citationQuestion({ broker }: AppNeeds, { id }: Question): Promise<OwnQuestion | undefined> {
	const [, citing = '', cited = ''] = /^(?:oci:)?(\d{1,40})-(\d{1,40})$/.exec(id) ?? [];
	if (cited === '') throw wrongParameter('id', 'citation needs an OCI, such as 17-23.');
	const [from, to] = await Promise.all([workOf(broker, citing), workOf(broker, cited)]);
	if (!from || !to) return undefined;
	return { of: { id: from.id, scheme: from.scheme, relation: 'cites' }, other: `${to.scheme}:${to.id}` };
}

/** Finds a work by half of an OCI: its number here, or in OpenCitations Meta, which begins with 0. */
async function workOf(broker: Broker, half: string): Promise<{ id: string; scheme: string } | undefined> {
	if (half.startsWith('0')) return { id: `br/${half}`, scheme: 'omid' };
	const number = Number(half);
	if (!Number.isSafeInteger(number)) return undefined;
	const found = await broker.describeObject({ number }, { facets: false });
	return found?.source && { id: found.asked.value, scheme: found.asked.scheme };
}

const batchRows = 100;

/** Describes citations in batches; `undefined` stands for one that is left out. */
async function* citationsOf(
	{ source, group, asked }: RelationshipAnswer,
	pages: AsyncIterable<RelationshipAnswer>,
	version: Version,
): AsyncGenerator<(Row | undefined)[], void, undefined> {
	if (source === undefined || group === undefined) return;
	const own = numberedEnd(source, group, version, asked);
	for await (const { items } of pages) {
		for (let at = 0; at < items.length; at += batchRows) {
			yield items.slice(at, at + batchRows).map(({ object, group, flags, relation }) => {
				const other = numberedEnd(object, group, version);
				const isCited = searchRelationMeaning[relation].asked === 'target';
				return describeCitation(isCited ? [other, own] : [own, other], flags);
			});
		}
	}
}

function tooLarge(total: number, most: number, address: string): BrokerError {
	const bound = `at most ${most}${most === mostKeptRows ? ' if it is sorted' : ''}`;
	return new BrokerError('answer-too-large', `There are ${total} citations; an answer has ${bound}. Use ${address}`);
}
