// Searching: GET /relationships; knows nothing of how links are found and written.
import type { Broker } from '../../broker/broker.ts';
import {
	type RelationshipAnswer,
	readRelationshipQuery,
	relationshipQuerySchema,
} from '../../broker/search-relationships.ts';
import { describeUnknownObject, writeLinksAnswer, writeScholixAnswer } from '../../formats/scholix/write-answers.ts';
import { type ExportFormat, exportFormats } from '../../formats/write-exports.ts';
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import { exportAnswer } from '../answers/export-answer.ts';
import { exportForms } from '../answers/export-formats.ts';
import { asksAnew, createKeptAnswers } from '../answers/kept-answers.ts';
import { type AnswerMediaType, chooseMediaType, jsonMediaType, scholixMediaType } from '../answers/media-types.ts';
import { linkHeader, type PageAddresses, pageAddresses } from '../answers/paging.ts';
import { readParameters } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import { type HttpContext, isAbandoned } from '../server/http-context.ts';
import {
	jsonAnswerExample,
	jsonAnswerSchema,
	scholixAnswerExample,
	scholixAnswerSchema,
} from './relationship-schemas.ts';
import type { Route } from './route.ts';

/** Nobody reads this status: it tells the log that the client went away. */
const abandoned: Answer = { status: 499, headers: {}, body: null };

/** Creates the route of searches; `onFailure` is told what breaks an answer off that has begun. */
export function createRelationshipRoute(
	broker: Pick<Broker, 'searchRelationships' | 'searchState'>,
	{ publicUrl }: Pick<Settings, 'publicUrl'>,
	onFailure: (error: unknown) => void,
): Route {
	const kept = createKeptAnswers(broker.searchState);
	const search = async (context: HttpContext): Promise<Answer> => {
		const { url } = context.req;
		const parameters = readParameters(url);
		const mediaType = parameters.format === undefined ? chooseMediaType(context.req.header('accept')) : undefined;
		const query = readRelationshipQuery(parameters);
		if (isAbandoned(context)) return abandoned;
		if (mediaType !== scholixMediaType && mediaType !== jsonMediaType) {
			const format = mediaType ?? (query.format as ExportFormat);
			return exportAnswer(context, broker.searchRelationships, { query, parameters, format }, onFailure);
		}
		// Only one of the media types shows facets, and they cost a look at the whole result.
		const answer = await broker.searchRelationships(query, { facets: mediaType === jsonMediaType });
		if (isAbandoned(context)) return abandoned;
		const pages = pageAddresses(`${baseAddress(url, publicUrl)}/relationships`, parameters, answer);
		return writeAnswer(answer, mediaType, pages, query.prettyprint === '1');
	};
	return {
		method: 'get',
		path: '/relationships',
		operation,
		problems: ['bad-query', 'bad-query-string', 'ambiguous-identifier', 'not-acceptable', 'unavailable'],
		shared: true,
		limited: true,
		handle(context) {
			const { req } = context;
			if (asksAnew(req.header('cache-control'))) return search(context);
			// Who asks makes no difference, and of the request nothing else does.
			return kept.answer(`${req.header('accept') ?? ''} ${req.url}`, () => search(context));
		},
	};
}

function writeAnswer(
	found: RelationshipAnswer,
	mediaType: AnswerMediaType,
	pages: PageAddresses,
	prettyprint: boolean,
): Answer {
	const { asked, relation, groupBy, items, total, facets } = found;
	const source = found.source ?? describeUnknownObject(asked.value, asked.scheme);
	const answer = { source, groupBy, items, ...(relation && { relation }) };
	const headers = {
		'Content-Type': mediaType,
		Vary: 'Accept',
		Link: linkHeader(pages),
		'X-Total-Count': String(total),
	};
	const body =
		mediaType === scholixMediaType
			? writeScholixAnswer(answer, { prettyprint })
			: writeLinksAnswer({ ...answer, total, links: pages, ...(facets && { facets }) }, { prettyprint });
	return { status: 200, headers, body };
}

const text = { type: 'string' } as const;

/** Describes the forms of the whole result that Accept can name; Scholix links in one array are application/x-scholix-v3+json too. */
function exportContents(): Record<string, { schema: { type: 'string' } }> {
	const named = exportFormats.flatMap((format) => exportForms[format].accepted ?? []);
	return Object.fromEntries(named.map((mediaType) => [mediaType, { schema: text }]));
}

const operation: Route['operation'] = {
	operationId: 'searchRelationships',
	summary: 'Search the relationships of a work',
	description:
		'Answers which works relate to one, named by any of its identifiers, over all identifiers of each work and, where asked, over all its ' +
		'versions. An identifier that is not known has no relationships.',
	tags: ['relationships'],
	request: { query: relationshipQuerySchema },
	responses: {
		200: {
			description: 'The relationships, a page of them.',
			headers: {
				Link: {
					description:
						'Other pages: rel first, prev, next, last as fitting (RFC 8288); not of the whole result as a file.',
					schema: text,
				},
				'Content-Disposition': {
					description: 'Names the file, of the whole result as one.',
					schema: text,
				},
				'X-Total-Count': {
					description: 'How many relationships there are, whatever the page.',
					required: true,
					schema: { type: 'integer', minimum: 0 },
				},
				Vary: { description: 'Always Accept.', required: true, schema: text },
			},
			content: {
				[scholixMediaType]: { schema: scholixAnswerSchema, example: scholixAnswerExample },
				[jsonMediaType]: { schema: jsonAnswerSchema, example: jsonAnswerExample },
				...exportContents(),
			},
		},
	},
};
