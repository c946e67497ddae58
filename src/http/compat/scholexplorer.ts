// GET /compat/scholexplorer/v3/Links: answers that clients of ScholeXplorer read. Only their base
// address changes.
import { z } from '@hono/zod-openapi';
import { readRelationshipQuery, relationshipQuerySchema } from '../../broker/searching/relationship-query.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { describeScholexplorerPage, scholexplorerTypes } from '../../formats/compat/scholexplorer.ts';
import { readObject } from '../../formats/scholix/described-object.ts';
import { linkLimits } from '../../links/limits.ts';
import { relationFrom } from '../../links/relation.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { unchanged, unlessUnchanged } from '../answers/conditional.ts';
import { countedHeaders } from '../answers/paging.ts';
import type { Parameters } from '../answers/query-parameters.ts';
import { countedHeaderSchemas, defineRoute, type Route } from '../routes/route.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal } from '../server/http-context.ts';
import {
	canonicalLink,
	type ForeignParameters,
	foreignRoute,
	foreignSize,
	itemsOnPage,
	longestRelation,
	readForeignPage,
	readForeignParameters,
	readRelationName,
	unknownWork,
	unlessNoIdentifier,
} from './foreign.ts';
import { createScholexplorerProviders } from './scholexplorer-providers.ts';

const root = '/compat/scholexplorer';

const { id, from, to, definition } = relationshipQuerySchema.shape;
const pid = id.optional().openapi({ description: 'An identifier of the work.', example: '10.5281/zenodo.11020' });
const typeOfEnd = (end: string) =>
	z
		.enum(['publication', 'dataset', 'software', 'other'])
		.optional()
		.openapi({ description: `Only links whose ${end} has this type.` });
const publisherOfEnd = (end: string) =>
	z
		.string()
		.max(linkLimits.nameLength)
		.optional()
		.openapi({ description: `Only links whose ${end} has a publisher with these words in its name.` });
const described = z.strictObject({
	sourcePid: pid,
	targetPid: pid,
	relation: z.string().max(longestRelation).optional().openapi({
		description: 'A relation type as seen from the source, in any letter case.',
		example: 'Cites',
	}),
	sourceType: typeOfEnd('source'),
	targetType: typeOfEnd('target'),
	sourcePublisher: publisherOfEnd('source'),
	targetPublisher: publisherOfEnd('target'),
	...{ from, to, definition },
	page: z.int().min(0).optional().openapi({ description: 'The page number, from 0.' }),
	size: foreignSize,
});

const answerSchema = z
	.strictObject({
		currentPage: z.int().min(0),
		totalLinks: z.int().min(0),
		totalPages: z.int().min(0),
		result: z.array(z.looseObject({ source: z.looseObject({}), target: z.looseObject({}) })),
	})
	.openapi('ScholexplorerLinks');

/** Creates the routes. */
export function createScholexplorerRoutes(needs: AppNeeds): Route[] {
	return (['v2', 'v3'] as const).flatMap((version) => [
		defineRoute({
			route: `GET ${root}/${version}/Links`,
			...foreignRoute,
			id: `linksOfScholexplorer${version.toUpperCase()}`,
			summary: `Search as in ScholeXplorer ${version}`,
			description:
				'Answers the links of a work as ScholeXplorer does. Give sourcePid, targetPid, or both for the links between ' +
				'two works. Unknown parameters are ignored. A text that is not an identifier has no links.',
			query: { described, read: readForeignParameters },
			answers: {
				200: {
					description: 'One page.',
					headers: countedHeaderSchemas,
					content: { 'application/json': { schema: answerSchema } },
				},
				304: unchanged,
			},
			handle: ({ context, query: parameters }) =>
				unlessUnchanged(needs, context, async () => {
					const asked = parameters.first('sourcePid') === undefined ? ('target' as const) : ('source' as const);
					const page = readForeignPage(parameters, 0);
					const question = { ...questionOf(parameters, asked), ...page.asParameters };
					const query = readRelationshipQuery(question);
					const signal = disconnectSignal(context);
					const found = await needs.broker
						.searchRelationships(query, { facets: false, repeatsSource: true, signal })
						// The other end is all that is searched for in words.
						.catch((error) => unlessNoIdentifier(error, 'bad-query-string'));
					const work = found?.source ?? unknownWork;
					const base = baseAddress(context.req.url, needs.settings.publicUrl);
					const fitting = found && fits(work.fields, parameters, asked) ? found : undefined;
					const result = fitting ?? { items: [], total: 0 };
					const document = describeScholexplorerPage({
						...{ work, asked, items: itemsOnPage(result, page), total: result.total },
						...{ page: page.number, size: query.size },
					});
					return jsonAnswer(document, 200, {
						...canonicalLink(`${base}/relationships`, question),
						...countedHeaders(fitting, { hasMembers: false }),
					});
				}),
		}),
		createScholexplorerProviders(needs, `${root}/${version}`, version),
	]);
}

/** Puts the question in the parameters of GET /relationships. */
function questionOf(parameters: ForeignParameters, asked: End): Parameters {
	const [own, other] = asked === 'source' ? (['source', 'target'] as const) : (['target', 'source'] as const);
	const id = parameters.first(`${own}Pid`);
	if (id === undefined) {
		const message = 'Give sourcePid or targetPid. Links cannot be searched by publisher or type alone.';
		throw wrongParameter('sourcePid', message);
	}
	if (parameters.first('linkProvider') !== undefined) {
		const message = 'Links cannot be searched by linkProvider. Omit it: each link names its providers.';
		throw wrongParameter('linkProvider', message);
	}
	const words = [
		['identifier', parameters.first(`${other}Pid`)],
		['publisher', parameters.first(`${other}Publisher`)],
	].flatMap(([field, text]) => (text === undefined ? [] : [`${field}:${JSON.stringify(text)}`]));
	return {
		id,
		...relationOf(parameters.first('relation'), asked),
		...(words.length > 0 && { q: words.join(' AND ') }),
		...typeOf(parameters, other),
		...parameters.pick(['from', 'to', 'definition']),
	};
}

function relationOf(given: string | undefined, asked: End): Parameters {
	if (given === undefined) return {};
	const { relation, subType } = relationFrom(asked, readRelationName('relation', given));
	return { relation, ...(subType !== undefined && { subtype: subType }) };
}

type End = 'source' | 'target';

function typeOf(parameters: ForeignParameters, end: End): Parameters {
	const field = `${end}Type`;
	const given = parameters.first(field);
	if (given === undefined) return {};
	const found = Object.entries(scholexplorerTypes).find(([, word]) => word === given.toLowerCase());
	if (found) return { type: found[0] };
	const words = Object.values(scholexplorerTypes).join(', ');
	throw wrongParameter(field, `${field} must be one of ${words}.`);
}

/** Whether the work that is asked about has the type and the publisher of its end. */
function fits(fields: string, parameters: ForeignParameters, asked: End): boolean {
	const { Type, Publisher = [] } = readObject({ identifiers: '[]', fields });
	const { type } = typeOf(parameters, asked);
	const words = parameters.first(`${asked}Publisher`)?.toLowerCase() ?? '';
	const isOfType = type === undefined || Type.Name === type;
	return isOfType && (words === '' || Publisher.some(({ Name }) => Name.toLowerCase().includes(words)));
}
