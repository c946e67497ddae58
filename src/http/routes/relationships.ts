// Searching: GET /relationships.
import type { Broker } from '../../broker/broker.ts';
import {
	type RelationshipQuery,
	readRelationshipQuery,
	relationshipQuerySchema,
} from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { exportFormats } from '../../formats/export-formats.ts';
import {
	describeQuery,
	describeUnknownObject,
	writeLinksAnswer,
	writeScholixAnswer,
} from '../../formats/scholix/writing/write-answers.ts';
import { type Answer, abandonedAnswer } from '../answers/answer.ts';
import { unlessKnown, weakEntityTag } from '../answers/conditional.ts';
import { exportAnswer } from '../answers/export-answer.ts';
import { exportForms } from '../answers/export-formats.ts';
import { type AnswerMediaType, chooseMediaType, jsonMediaType, scholixMediaType } from '../answers/media-types.ts';
import { linkHeader, type PageAddresses, pageAddresses } from '../answers/paging.ts';
import { type Parameters, readParameters } from '../answers/query-parameters.ts';
import { understoodHeaders } from '../answers/understood.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { clientGone, type HttpContext, isAbandoned } from '../server/http-context.ts';
import {
	jsonAnswerExample,
	jsonAnswerSchema,
	scholixAnswerExample,
	scholixAnswerSchema,
} from './relationship-schemas.ts';
import { defineRoute, header, optionalHeader, type Route, text } from './route.ts';

/** Creates the route of searches. */
export function createRelationshipRoute(needs: AppNeeds): Route {
	return defineRoute({
		route: 'GET /relationships',
		access: 'anyone',
		shared: true,
		id: 'searchRelationships',
		tag: 'relationships',
		summary: 'Search the relationships of a work',
		description:
			'Answers which works relate to one, named by any of its identifiers, over all identifiers of each work and, where ' +
			'asked, over all its versions. A text that holds no identifier is refused; an identifier that is not known has no ' +
			'relationships, and X-Known is false.',
		query: { described: relationshipQuerySchema, read: readParameters },
		answers: {
			200: {
				description: 'The relationships, a page of them.',
				headers: answerHeaders,
				content: {
					[scholixMediaType]: { schema: scholixAnswerSchema, example: scholixAnswerExample },
					[jsonMediaType]: { schema: jsonAnswerSchema, example: jsonAnswerExample },
					...exportContents(),
				},
			},
			304: 'Nothing has changed since the answer that If-None-Match names.',
		},
		problems: [
			...(['not-an-identifier', 'several-identifiers', 'ambiguous-identifier'] as const),
			...(['bad-query-string', 'not-acceptable'] as const),
		],
		handle: ({ context, query }) => answerSearch(context, query, needs),
	});
}

async function answerSearch(
	context: HttpContext,
	parameters: Parameters,
	{ broker, settings, version, log }: AppNeeds,
): Promise<Answer> {
	const { url } = context.req;
	const query = readRelationshipQuery(parameters);
	const form = query.format ?? chooseMediaType(context.req.header('accept'));
	if (isAbandoned(context)) return abandonedAnswer;
	const address = `${baseAddress(url, settings.publicUrl)}/relationships`;
	// Read before the search: a change in between leaves an older tag, and costs a search.
	const state = await broker.searchState();
	const caching = {
		Vary: 'Accept',
		'Cache-Control': 'no-cache',
		...(state !== undefined && { ETag: weakEntityTag(version, state, address, url, form) }),
	};
	const known = unlessKnown({ status: 200, headers: caching, body: null }, context.req.header('if-none-match'));
	if (known.status === 304) return known;
	const signal = clientGone(context);
	const search: Broker['searchRelationships'] = (asked, options) =>
		broker.searchRelationships(asked, { ...options, signal });
	if (form !== scholixMediaType && form !== jsonMediaType) {
		const onFailure = (err: unknown) => log.warn({ err }, 'An export broke off');
		return exportAnswer(context, search, { query, parameters, format: form, caching }, onFailure);
	}
	// Only one of the media types shows facets.
	const answer = await search(query, { facets: form === jsonMediaType });
	if (isAbandoned(context)) return abandonedAnswer;
	const { prettyprint } = query;
	return relationshipsPage(answer, form, pageAddresses(address, parameters, answer), { prettyprint, caching });
}

/** Answers a page of a result; `caching` are headers besides. */
export function relationshipsPage(
	found: RelationshipAnswer,
	mediaType: AnswerMediaType,
	pages: PageAddresses,
	options: Pick<RelationshipQuery, 'prettyprint'> & { caching: Answer['headers'] },
): Answer {
	const { asked, relation, groupBy, items, total, facets } = found;
	const prettyprint = options.prettyprint === '1';
	const source = found.source ?? describeUnknownObject(asked.value, asked.scheme);
	const answer = { source, groupBy, items, ...(relation && { relation }) };
	const headers = {
		...options.caching,
		'Content-Type': mediaType,
		Link: linkHeader(pages),
		'X-Total-Count': String(total),
		...understoodHeaders(found),
	};
	const body =
		mediaType === scholixMediaType
			? writeScholixAnswer(answer, { prettyprint })
			: writeLinksAnswer(
					{ ...answer, total, links: pages, query: describeQuery(found), ...(facets && { facets }) },
					{ prettyprint },
				);
	return { status: 200, headers, body };
}

/** Describes the forms of the whole result that Accept can name. */
function exportContents(): Record<string, { schema: typeof text }> {
	const named = exportFormats.flatMap((format) => exportForms[format].accepted ?? []);
	return Object.fromEntries(named.map((mediaType) => [mediaType, { schema: text }]));
}

const answerHeaders = {
	Link: optionalHeader(
		'Other pages: rel first, prev, next, last as fitting (RFC 8288); not of the whole result as a file.',
	),
	'Content-Disposition': optionalHeader('Names the file, of the whole result as one.'),
	'X-Total-Count': header('How many relationships there are, whatever the page.', { type: 'integer', minimum: 0 }),
	'X-Understood-As': header(
		'What id was understood to be: scheme, colon, identifier; percent-encoded where a header asks for it.',
	),
	'X-Known': header('Whether anything is known of it.', { ...text, enum: ['true', 'false'] }),
	ETag: optionalHeader('Changes with the search index; absent where its state is not known.'),
	'Cache-Control': header('Always no-cache: a stored answer is checked with If-None-Match.'),
	Vary: header('Always Accept.'),
};
