// Looks up many identifiers, POST /objects/lookup, and answers questions about lists in JSON or as
// a table.
import { z } from '@hono/zod-openapi';
import { type CitationRule, countedLevels, mostLinksCompared } from '../../../broker/counting/count-works.ts';
import { countingParameters } from '../../../broker/counting/counting-parameters.ts';
import { mostLookedUp, unclearCodes } from '../../../broker/objects/look-up-objects.ts';
import { bomParameter } from '../../../broker/searching/parameters.ts';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../../formats/scholix/writing/describe-lookup.ts';
import { abandonedAnswer, jsonAnswer } from '../../answers/answer.ts';
import { identifierSchema } from '../../answers/answer-schemas.ts';
import { plainText } from '../../answers/json-body.ts';
import { chooseOffered, csvMark, exportForms, jsonMediaType } from '../../answers/media-types.ts';
import { countedHeaders } from '../../answers/paging.ts';
import { baseAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { disconnectSignal, isAbandoned } from '../../server/http-context.ts';
import { countedHeaderSchemas, defineRoute, type Route } from '../route.ts';
import { citationsSchema, levelCountsSchema, self } from './object-schemas.ts';

const inputSchema = z
	.union([plainText, z.strictObject({ ID: plainText, IDScheme: plainText })])
	.openapi('IdentifierToLookUp', { example: '10.5281/zenodo.11020' });

/** Describes a list of identifiers. */
export const identifiersToLookUp = z.array(inputSchema).min(1).max(mostLookedUp);

/**
 * Reads a list. Items are counted before they are checked: millions of wrong ones would make
 * millions of problems.
 */
export const countedIdentifiers = z
	.array(z.unknown())
	.min(1, 'must contain at least one identifier')
	.max(mostLookedUp, `has more than ${mostLookedUp} identifiers; send several requests`)
	.pipe(identifiersToLookUp);

/** Describes how an identifier was read, and the counts of its work. */
export const lookedUpSchema = z
	.strictObject({
		input: inputSchema.openapi({ description: 'As given by the provider.' }),
		understood_as: identifierSchema
			.optional()
			.openapi({ description: 'The identifier that the broker read from the input.' }),
		known: z.boolean(),
		problem: z.string().optional().openapi({ description: 'Why the input does not name exactly one work.' }),
		problem_code: z
			.enum(unclearCodes)
			.optional()
			.openapi({ description: 'The kind of problem. `not-an-identifier`: the input may be a title.' }),
		self: self.optional(),
		counts: levelCountsSchema.optional(),
		counted: citationsSchema.optional(),
	})
	.openapi('LookedUp');

/** Creates the route of look-ups. */
export function createLookUpRoute(needs: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return createTableRoute(needs, {
		route: 'POST /objects/lookup',
		needs: 'index',
		question: { read: countedIdentifiers, described: identifiersToLookUp },
		async answer(inputs, { base, rule, signal }) {
			const results = await needs.broker.lookUpObjects(inputs, { rule, signal });
			const columns = rule && countedLevels(rule);
			return {
				document: () => ({ results: results.map((one) => describeLookUp(one, base)) }),
				lines: () => lookUpHeader(columns) + results.map((one) => lookUpRow(one, columns, base)).join(''),
			};
		},
		id: 'lookUpObjects',
		summary: 'Look up many identifiers',
		description:
			`Takes up to ${mostLookedUp} identifiers. Returns for each, in the same order, how it was read, ` +
			'whether it is known, and the number of related works by relation. Text that is not an ' +
			'identifier, or contains several, has a problem; the other inputs are not affected. With definition or ' +
			'exclude, known works also have their citations counted so; several works with more than about ' +
			`${mostLinksCompared.toLocaleString('en')} links together are refused then.`,
		response: {
			description: 'One result for each identifier.',
			schema: z.strictObject({ results: z.array(lookedUpSchema) }),
		},
	});
}

const csvMediaType = 'text/csv';

/** The size of a thousand of the longest identifiers in JSON. */
const mostBytesOfIdentifiers = 2 ** 23;

/** `rule`: what counts as a citation, where the question says it. */
type TableAsked = { base: string; signal: AbortSignal; rule: CitationRule | undefined };

/** An answer in either form. */
type TableAnswer = { document(): unknown; lines(): string };

type Table<Question extends z.ZodType> = {
	route: `POST /${string}`;
	needs: Route['needs'];
	/** The schemas that read and describe the question. */
	question: { read: Question; described: z.ZodType };
	answer(question: z.output<Question>, to: TableAsked): Promise<TableAnswer>;
	response: { description: string; schema: z.ZodType };
} & Record<'id' | 'summary' | 'description', string> & { problems?: Route['problems'] };

/** Creates a route that answers a list in JSON or CSV. */
export function createTableRoute<Question extends z.ZodType>(
	{ broker, settings: { publicUrl } }: Pick<AppNeeds, 'broker' | 'settings'>,
	{ question, answer, response: { description, schema }, problems = [], ...described }: Table<Question>,
): Route {
	return defineRoute({
		...described,
		access: 'anyone',
		shared: true,
		tag: 'objects',
		query: z.strictObject({ ...countingParameters, bom: bomParameter }),
		body: { ...question, mostBytes: mostBytesOfIdentifiers },
		answers: {
			200: {
				description,
				headers: { Definition: countedHeaderSchemas.Definition },
				content: { [jsonMediaType]: { schema }, [csvMediaType]: { schema: z.string() } },
			},
		},
		problems: ['not-acceptable', ...problems],
		async handle({ context, query, body }) {
			const form = chooseOffered(context.req.header('accept'), [jsonMediaType, csvMediaType]);
			const rule = broker.citationRule(query);
			const asked = (await body()) as z.output<Question>;
			if (isAbandoned(context)) return abandonedAnswer;
			const to = { base: baseAddress(context.req.url, publicUrl), signal: disconnectSignal(context), rule };
			const { document, lines } = await answer(asked, to);
			const headers = { Vary: 'Accept', ...countedHeaders(rule, { hasMembers: true }) };
			if (form === jsonMediaType) return jsonAnswer(document(), 200, headers);
			const csv = csvMark(query) + lines();
			return { status: 200, headers: { 'Content-Type': exportForms.csv.contentType, ...headers }, body: csv };
		},
	});
}
