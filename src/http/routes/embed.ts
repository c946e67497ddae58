// The box about a work for an iframe of other pages, GET /embed/{scheme}/{id}, and its oEmbed
// description, GET /oembed.
import { z } from '@hono/zod-openapi';
import { countingParameters } from '../../broker/counting/counting-parameters.ts';
import { mustBe } from '../../broker/searching/parameters.ts';
import { readRelationshipQuery } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import { countVersions, readObject } from '../../formats/scholix/described-object.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { fitsScheme } from '../../identifiers/index.ts';
import { searchRelations } from '../../links/relation.ts';
import { shortText } from '../../links/words.ts';
import type { Answer } from '../answers/answer.ts';
import { entityTag, unchanged, unlessKnown } from '../answers/conditional.ts';
import { escapeMarkup, html } from '../answers/html.ts';
import { htmlMediaType, jsonMediaType, prefersProblemAs } from '../answers/media-types.ts';
import { pagesRoot } from '../answers/page.ts';
import { countedHeaders } from '../answers/paging.ts';
import type { BoxContent, Problem } from '../pages/drawing.ts';
import { boxDocument, boxHeaders } from '../pages/embed/box-document.ts';
import { boxHeight, boxThemes } from '../pages/object/work-choices.ts';
import { type BuiltPages, drawingOf } from '../pages/page-writer.ts';
import { lookOf } from '../pages/site.ts';
import { siteAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal, type HttpContext } from '../server/http-context.ts';
import { countedHeaderSchemas, defineRoute, header, type Route } from './route.ts';
import { readWorkPath, workPath, workPathSchema } from './work-path.ts';

const mostListed = '5';
const cachedSeconds = 300;

/** Describes the parameters of the box. */
const boxQuerySchema = z.strictObject({
	relation: z
		.enum(searchRelations)
		.default('isCitedBy')
		.openapi({ description: 'The relation to show.', example: 'isCitedBy' }),
	group_by: z.enum(['version', 'identity']).default('version').openapi({
		description: 'version: all versions of the work together. identity: the work itself.',
	}),
	definition: countingParameters.definition,
	theme: z
		.enum(boxThemes)
		.default('auto')
		.openapi({ description: "light, dark, or auto (the setting of the reader's system)." }),
});

/** Creates the route of the box. */
export function createEmbedRoute({ broker, settings, pages }: Pick<AppNeeds, 'broker' | 'settings' | 'pages'>): Route {
	return defineRoute({
		route: 'GET /embed/{scheme}/{id}',
		deep: true,
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'showBox',
		tag: 'embedding',
		summary: 'Show the citations of a work in a box for other pages',
		description:
			'Returns a small page that other pages can frame: the number of related works, their number by ' +
			'year of publication, and the latest five. The script /embed.js adds it to a page. Slashes in the ' +
			'identifier may be encoded or not. Errors are small pages as well, unless Accept prefers ' +
			'application/problem+json or application/json.',
		params: workPathSchema,
		query: boxQuerySchema,
		answers: {
			200: {
				description: 'The box, even if the identifier is unknown. It may be cached for five minutes.',
				headers: {
					...countedHeaderSchemas,
					ETag: header('Changes with the box.'),
					'Cache-Control': header(`Always public, max-age=${cachedSeconds}.`),
				},
				content: { [htmlMediaType]: { schema: z.string() } },
			},
			304: 'The box named in If-None-Match is still current.',
		},
		problems: ['not-found'],
		async handle({ context, params, query: { theme, ...view } }) {
			const { relation, group_by } = view;
			const query = readRelationshipQuery({ ...params, ...defined(view), size: mostListed });
			const found = await broker.searchRelationships(query, { facets: true, signal: disconnectSignal(context) });
			const { source, total, items, facets } = found;
			const content: BoxContent = {
				asked: shownIdentifier(found.asked),
				title: titleOfBox(found),
				fits: source !== undefined || fitsScheme(found.asked),
				relation,
				groupBy: group_by,
				definition: view.definition,
				source: source && readObject(source),
				versions: group_by === 'version' && source ? countVersions(source) : 1,
				total,
				latest: items.map(({ object }) => readObject(object)),
				years: facets?.publicationYear ?? [],
			};
			const markup = drawingOf(pages).drawBox({ ...placeOf(settings), content });
			const body = boxDocument(markup, { title: content.title, theme });
			const headers = {
				...{ ...boxHeaders, ...countedHeaders(found, { hasMembers: false }) },
				...{ 'Cache-Control': `public, max-age=${cachedSeconds}`, ETag: entityTag(body) },
			};
			return unlessKnown({ status: 200, headers, body }, context.req.header('if-none-match'));
		},
		showProblem: (context, problem) => showProblem(context, problem, { pages, settings }),
		problemsShownAs: htmlMediaType,
	});
}

/** Leaves out parameters that are not given. */
function defined(parameters: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

const longestTitle = 160;

/** Returns the title of the box as text: the title of the work, or the requested identifier. */
function titleOfBox({ asked, source }: Pick<RelationshipAnswer, 'asked' | 'source'>): string {
	const title = source && readObject(source).Title?.trim();
	return shortText(title || asked.value, longestTitle);
}

type Placed = { pages: BuiltPages; settings: Pick<AppNeeds['settings'], 'publicUrl' | 'site' | 'smtpUrl'> };

/** Returns what the box shows of the site. */
function placeOf(settings: Placed['settings']) {
	return { root: pagesRoot(settings.publicUrl), site: lookOf({ settings }).site };
}

/** Shows a problem as a box, if the client accepts a page. */
function showProblem({ req }: HttpContext, answer: Answer, { pages, settings }: Placed): Answer {
	const { drawing } = pages;
	if (!drawing || !prefersProblemAs(htmlMediaType, req.header('accept'))) return answer;
	const problem = JSON.parse(String(answer.body)) as Problem;
	const asked = new URL(req.url).searchParams.get('theme');
	const markup = drawing.drawBox({
		...placeOf(settings),
		problem,
		seconds: answer.headers['Retry-After'],
	});
	const theme = boxThemes.find((known) => known === asked) ?? 'auto';
	const body = boxDocument(markup, { title: problem.title, theme });
	return { ...answer, headers: { ...answer.headers, ...boxHeaders, 'Cache-Control': 'no-cache' }, body };
}

const usualWidth = 480;
const longestUrl = 8_192;
const xmlMediaType = 'text/xml';

const mostPixels = 100_000;

const pixels = (description: string) =>
	z.coerce
		.number(mustBe('a whole number of pixels'))
		.int(mustBe('a whole number of pixels'))
		.min(1, mustBe('at least 1'))
		.max(mostPixels, mustBe(`at most ${mostPixels}`))
		.optional()
		.openapi({ description, type: 'integer', minimum: 1, maximum: mostPixels });

// Consumers send further parameters, which are ignored.
const oembedQuerySchema = z.object({
	url: z
		.string('url is missing: it must be the address of the page of a work on this broker.')
		.max(longestUrl, `url may have at most ${longestUrl} characters.`)
		.openapi({
			description: 'The address of the page or box of a work on this broker.',
			format: 'uri',
			example: 'https://links.example.org/objects/doi/10.5281/zenodo.11020',
		}),
	format: z.enum(['json', 'xml']).default('json').openapi({ description: 'The format of the answer.' }),
	maxwidth: pixels('The maximum width of the box in pixels.'),
	maxheight: pixels('The maximum height of the box in pixels.'),
});

const oembedSchema = z
	.strictObject({
		version: z.literal('1.0'),
		type: z.literal('rich'),
		title: z.string(),
		provider_name: z.string(),
		provider_url: z.string(),
		cache_age: z.int(),
		width: z.int(),
		height: z.int(),
		html: z.string(),
	})
	.openapi('Oembed');

/** Creates the route of oEmbed. */
export function createOembedRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return defineRoute({
		route: 'GET /oembed',
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'describeEmbedding',
		tag: 'embedding',
		summary: 'Describe the box of a work (oEmbed)',
		description:
			'Returns oEmbed 1.0 (type rich) for the address of a work: an iframe with its box. Pages of works ' +
			'link to this address for discovery. Unknown parameters are ignored.',
		query: oembedQuerySchema,
		answers: {
			200: {
				description: 'The oEmbed description.',
				headers: {
					Definition: countedHeaderSchemas.Definition,
					ETag: header('Changes with the answer.'),
					'Cache-Control': header(`Always public, max-age=${cachedSeconds}.`),
				},
				content: { [jsonMediaType]: { schema: oembedSchema }, [xmlMediaType]: { schema: z.string() } },
			},
			304: unchanged,
		},
		problems: ['not-found'],
		async handle({ context, query: { url, format, maxwidth = usualWidth, maxheight = boxHeight } }) {
			const site = siteAddress(context.req.url, settings.publicUrl);
			const { scheme, id, view } = readAddress(url, site);
			const { theme: _, ...counted } = view;
			const query = readRelationshipQuery({ scheme, id, size: '1', ...defined(counted) });
			const found = await broker.searchRelationships(query, { facets: false, counted: false });
			const title = titleOfBox(found);
			const [width, height] = [Math.min(maxwidth, usualWidth), Math.min(maxheight, boxHeight)];
			const address = `${site}embed/${workPath({ ID: id, IDScheme: scheme })}?${new URLSearchParams(defined(view))}`;
			const answer: Oembed = {
				version: '1.0',
				type: 'rich',
				title,
				provider_name: settings.site.name,
				provider_url: site,
				cache_age: cachedSeconds,
				width,
				height,
				html: frame(address, { title, width, height }),
			};
			const body = format === 'json' ? JSON.stringify(answer) : writeXml(answer);
			const headers = {
				...countedHeaders(found, { hasMembers: true }),
				'Content-Type': format === 'json' ? jsonMediaType : `${xmlMediaType}; charset=utf-8`,
				'Cache-Control': `public, max-age=${cachedSeconds}`,
				ETag: entityTag(body),
			};
			return unlessKnown({ status: 200, headers, body }, context.req.header('if-none-match'));
		},
	});
}

/** Reads the work and the parameters from the address of a page or box of this site. */
function readAddress(url: string, site: string): { scheme: string; id: string; view: z.output<typeof boxQuerySchema> } {
	const page = URL.parse(url);
	const here = new URL(site);
	const path = page?.pathname.startsWith(here.pathname) ? page.pathname.slice(here.pathname.length - 1) : '';
	const [shape] = ['/objects/{scheme}/{id}', '/embed/{scheme}/{id}'].filter((one) =>
		path.startsWith(one.slice(0, one.indexOf('{'))),
	);
	if (page?.host !== here.host || !/^https?:$/.test(page.protocol) || shape === undefined) {
		throw new BrokerError(
			'not-found',
			`url must be the address of a work on this broker: ${site}objects/{scheme}/{id}.`,
		);
	}
	// Other parameters of pages do not apply to a box.
	const asked = Object.fromEntries(page.searchParams);
	const fields = Object.entries(boxQuerySchema.shape).map(([name, schema]) => {
		const read = schema.safeParse(asked[name]);
		return [name, read.success ? read.data : schema.parse(undefined)];
	});
	return { ...readWorkPath(path, shape), view: Object.fromEntries(fields) };
}

const noBorder = 'border:0;max-width:100%';
const allowed = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** Writes an iframe that may run its own script and open links, and nothing else. */
function frame(address: string, { title, width, height }: { title: string; width: number; height: number }): string {
	const text = html`<iframe src="${address}" title="${title}" width="${width}" height="${height}" style="${noBorder}"
loading="lazy" sandbox="${allowed}"></iframe>`;
	return text.toString();
}

type Oembed = z.infer<typeof oembedSchema>;

function writeXml(answer: Oembed): string {
	const elements = Object.entries(answer).map(([name, value]) => `<${name}>${escapeMarkup(String(value))}</${name}>`);
	return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}
