// A work at its address, GET /objects/{scheme}/{id}: as a page or in another format.
import { z } from '@hono/zod-openapi';
import type { ObjectAnswer } from '../../../broker/objects/describe-object.ts';
import { type ObjectQuery, readObjectQuery } from '../../../broker/objects/works-query.ts';
import { readRelationshipQuery } from '../../../broker/searching/relationship-query.ts';
import { readObject } from '../../../formats/scholix/described-object.ts';
import { describeWork } from '../../../formats/scholix/writing/describe-work.ts';
import { linkLimits } from '../../../links/limits.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import type { Answer } from '../../answers/answer.ts';
import { unchanged, unlessUnchanged } from '../../answers/conditional.ts';
import { chooseOffered, exportFileName, jsonMediaType } from '../../answers/media-types.ts';
import { understoodHeaders } from '../../answers/paging.ts';
import { badQuery } from '../../answers/query-parameters.ts';
import { writeLinkset } from '../../pages/object/signposting.ts';
import { type WorkForm, workFormNames, workForms } from '../../pages/object/work-forms.ts';
import {
	otherVersions,
	ownObject,
	pageOfWork,
	signpostedWork,
	workHead,
	workHeaders,
	workLinks,
} from '../../pages/object/work-head.ts';
import { checkWorkView } from '../../pages/object/work-view.ts';
import { writeJsonLd, writeReference } from '../../pages/object/write-form.ts';
import type { PageWriter } from '../../pages/page-writer.ts';
import { rootAddress, siteAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { disconnectSignal, type HttpContext } from '../../server/http-context.ts';
import { defineRoute, header, optionalHeader, type Route, text } from '../route.ts';
import { workSchema } from './object-schemas.ts';
import { describedAnswer } from './objects.ts';

type Needs = AppNeeds & { pageWriter: PageWriter };
type DataForm = Exclude<WorkForm, 'html'>;

/** A work that was found, with the request for it. */
type Found = { named: ObjectQuery; work: ReturnType<typeof describeWork> };

const mostLinked = '100';

const pathSchema = z.strictObject({
	scheme: z
		.string()
		.openapi({ description: 'The scheme of the identifier.', maxLength: linkLimits.schemeLength, example: 'doi' }),
	id: z
		.string()
		.openapi({ description: 'The identifier.', maxLength: linkLimits.idLength, example: '10.5281/zenodo.11020' }),
});

const querySchema = z.object({
	format: z
		.enum(workFormNames)
		.optional()
		.openapi({ description: 'The format of the answer. Chosen by Accept if omitted.', example: 'csl' }),
});

const answerHeaders = {
	Link: header('Links of FAIR Signposting: cite-as, linkset, version-history, describedby, type, author.'),
	'Cache-Control': header('Always no-cache: use If-None-Match to check a stored answer.'),
	ETag: optionalHeader('Changes with the search index. Absent if the state of the index is unknown.'),
	'X-Understood-As': optionalHeader('How the identifier was read: scheme, colon, identifier.'),
	'X-Known': optionalHeader('Always true.', { ...text, enum: ['true'] }),
};

/** Creates the route. */
export function createWorkPageRoute(needs: Needs): Route {
	return defineRoute({
		route: 'GET /objects/{scheme}/{id}',
		deep: true,
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'showWork',
		tag: 'objects',
		summary: 'Show a work as a page or in another format',
		description:
			'The address of a work, for people and machines. Accept or format chooses a page that works ' +
			'without JavaScript, the JSON of GET /objects, JSON-LD (schema.org), CSL-JSON, BibTeX, RIS, or a ' +
			'linkset (RFC 9264). Link header and linkset follow FAIR Signposting. Slashes in the identifier may ' +
			'be encoded or not. The page has more parameters, which its own links use; values that are not valid ' +
			'are refused with 400, and unknown parameters are ignored.',
		params: pathSchema,
		// The further parameters of a page depend on the work.
		query: { described: querySchema, read: (url: string) => url },
		answers: {
			200: {
				description: 'The work.',
				headers: answerHeaders,
				content: {
					...Object.fromEntries(workFormNames.map((form) => [workForms[form].mediaType, { schema: text }])),
					[jsonMediaType]: { schema: workSchema },
					[workForms.jsonld.mediaType]: { schema: { type: 'object' } },
					[workForms.csl.mediaType]: { schema: { type: 'object' } },
					[workForms.linkset.mediaType]: { schema: { type: 'object' } },
				},
			},
			304: unchanged,
		},
		problems: ['bad-request', 'bad-query-string', 'not-found', 'not-acceptable'],
		showProblem: needs.pageWriter.showProblem,
		problemsShownAs: workForms.html.mediaType,
		handle({ context, params, query: url }) {
			const form = chooseForm(context);
			const named = readObjectQuery(params);
			if (form !== 'html')
				return unlessUnchanged(needs, context, () => answerWork(needs, context, { named, form }), form);
			checkWorkView(identifierOf(named), url);
			return unlessUnchanged(needs, context, () => writeWorkPage(needs, context), needs.pageWriter.tag);
		},
	});
}

/** Chooses the format by `format`, otherwise by Accept. The page is the default. */
function chooseForm(context: HttpContext): WorkForm {
	const named = context.req.query('format');
	if (named !== undefined) {
		const known = workFormNames.find((form) => form === named);
		if (known) return known;
		throw badQuery([{ field: 'format', message: `format must be one of ${workFormNames.join(', ')}.` }]);
	}
	const offered = workFormNames.map((form) => workForms[form].mediaType) as [string, ...string[]];
	const mediaType = chooseOffered(context.req.header('accept'), offered);
	return workFormNames.find((form) => workForms[form].mediaType === mediaType) as WorkForm;
}

/** Answers the page. Its own requests to the interface are not counted again. */
function writeWorkPage({ pageWriter, settings }: Needs, context: HttpContext): Promise<Answer> {
	const site = siteAddress(context.req.url, settings.publicUrl);
	return pageWriter.writePage(context, {
		isCounted: true,
		head: (drawn) => workHead(drawn, site),
		headers: (drawn) => workHeaders(drawn, site),
	});
}

async function answerWork(
	needs: Needs,
	context: HttpContext,
	{ named, form }: { named: ObjectQuery; form: DataForm },
): Promise<Answer> {
	const options = { facets: false, signal: disconnectSignal(context) };
	const described = (await needs.broker.describeObject(named, options)) as ObjectAnswer;
	const inJson = describedAnswer(needs, apiAddress(needs, context, 'objects'), described, {});
	if (!described.overview) return inJson;
	const site = siteAddress(context.req.url, needs.settings.publicUrl);
	const work = describeWork(described.overview, `${site}api`);
	const headers = {
		...contentHeaders(form, named),
		...understoodHeaders(described),
		Link: workLinks(work, site),
	};
	switch (form) {
		case 'json':
			return { ...inJson, headers };
		case 'jsonld':
			return { status: 200, headers, body: await jsonLdOf(needs, context, { named, work }) };
		case 'linkset':
			return { status: 200, headers, body: writeLinkset(signpostedWork(work, site)) };
		default:
			return { status: 200, headers, body: writeReference(ownObject(work), form) };
	}
}

function contentHeaders(form: DataForm, { scheme, id }: ObjectQuery): Answer['headers'] {
	const { mediaType, extension, ...more } = workForms[form];
	const type = 'charset' in more ? `${mediaType}; charset=utf-8` : mediaType;
	const name = exportFileName([scheme, id], extension);
	return { 'Content-Type': type, 'Content-Disposition': `inline; filename="${name}"` };
}

/** Writes the work with the first works that it cites, that cite it and that supplement it. */
async function jsonLdOf(needs: Needs, context: HttpContext, { named, work }: Found): Promise<string> {
	const { url } = context.req;
	const site = siteAddress(url, needs.settings.publicUrl);
	const linked = async (relation: SearchRelation) => {
		if (work.counts.version[relation] === 0) return [];
		const query = { ...identifierOf(named), group_by: 'version', relation, size: mostLinked };
		const options = { facets: false, counted: false, signal: disconnectSignal(context) };
		const { items } = await needs.broker.searchRelationships(readRelationshipQuery(query), options);
		return items.map(({ object }) => readObject(object));
	};
	const [cites, citing, supplementing] = await Promise.all([
		linked('cites'),
		linked('isCitedBy'),
		linked('isSupplementedBy'),
	]);
	const about = [...citing, ...supplementing];
	return writeJsonLd(ownObject(work), { page: pageOfWork(work, site), versions: otherVersions(work), cites, about });
}

function identifierOf({ id, scheme = '' }: ObjectQuery): { id: string; scheme: string } {
	return { id, scheme };
}

/** Returns an address of the interface, independent of the address of this request. */
function apiAddress({ settings }: Needs, context: HttpContext, path: string): string {
	return `${rootAddress(context.req.url, settings.publicUrl).replace(/\/api$/, '')}/api/${path}`;
}
