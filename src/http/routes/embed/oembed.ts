// How pages that know oEmbed (oembed.com, version 1.0) show a work when they are given its address:
// GET /oembed.
import { z } from '@hono/zod-openapi';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { readRelationshipQuery } from '../../../broker/searching/relationship-query.ts';
import { BrokerError } from '../../../errors.ts';
import { entityTag, unlessKnown } from '../../answers/conditional.ts';
import { html } from '../../answers/html.ts';
import { escapeMarkup } from '../../answers/markup.ts';
import { jsonMediaType } from '../../answers/media-types.ts';
import { workPath } from '../../answers/work-address.ts';
import { boxTitle } from '../../pages/embed/box.ts';
import { siteAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { defineRoute, header, type Route } from '../route.ts';
import { readWorkPath } from '../work-path.ts';
import { boxQuerySchema } from './embed.ts';

const usualWidth = 480;
const usualHeight = 420;
const longestUrl = 8_192;
const cachedSeconds = 300;
const xmlMediaType = 'text/xml';

const mostPixels = 100_000;

const pixels = (description: string) =>
	z.coerce
		.number(mustBe('a whole number of pixels'))
		.int(mustBe('a whole number of pixels'))
		.min(1, mustBe('1 at least'))
		.max(mostPixels, mustBe(`${mostPixels} at most`))
		.optional()
		.openapi({ description, type: 'integer', minimum: 1, maximum: mostPixels });

// Consumers send parameters of their own besides, which say nothing here.
const oembedQuerySchema = z.object({
	url: z
		.string('url is missing: the address of the page of a work here.')
		.max(longestUrl, `url has ${longestUrl} characters at most.`)
		.openapi({
			description: 'The address of the page of a work here, or of its box.',
			format: 'uri',
			example: 'https://links.example.org/objects/doi/10.5281/zenodo.11020',
		}),
	format: z.enum(['json', 'xml']).default('json').openapi({ description: 'How the answer is written.' }),
	maxwidth: pixels('How wide the box may be, in pixels.'),
	maxheight: pixels('How high the box may be, in pixels.'),
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

/** Creates the route. */
export function createOembedRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return defineRoute({
		route: 'GET /oembed',
		access: 'anyone',
		shared: true,
		id: 'describeEmbedding',
		tag: 'embedding',
		summary: 'Tell how to show a work on another page (oEmbed)',
		description:
			'Answers oEmbed 1.0 of type rich for the address of a work: a frame with its box. Pages of works name this address ' +
			'in their head (discovery). Parameters that are not known are passed over.',
		query: oembedQuerySchema,
		answers: {
			200: {
				description: 'How to show it.',
				headers: {
					ETag: header('Changes with the answer.'),
					'Cache-Control': header(`Always public, max-age=${cachedSeconds}.`),
				},
				content: { [jsonMediaType]: { schema: oembedSchema }, [xmlMediaType]: { schema: z.string() } },
			},
			304: 'The answer is the one that If-None-Match names.',
		},
		problems: ['not-found'],
		async handle({ context, query: { url, format, maxwidth = usualWidth, maxheight = usualHeight } }) {
			const site = siteAddress(context.req.url, settings.publicUrl);
			const { scheme, id, view } = readAddress(url, site);
			const query = readRelationshipQuery({ scheme, id, size: '1', relation: view.relation, group_by: view.group_by });
			const found = await broker.searchRelationships(query, { facets: false, counted: false });
			const title = boxTitle(found);
			const [width, height] = [Math.min(maxwidth, usualWidth), Math.min(maxheight, usualHeight)];
			const address = `${site}embed/${workPath({ ID: id, IDScheme: scheme })}?${new URLSearchParams(view)}`;
			const answer: Oembed = {
				version: '1.0',
				type: 'rich',
				title,
				provider_name: 'Link Broker',
				provider_url: site,
				cache_age: cachedSeconds,
				width,
				height,
				html: frame(address, { title, width, height }),
			};
			const body = format === 'json' ? JSON.stringify(answer) : writeXml(answer);
			const headers = {
				'Content-Type': format === 'json' ? jsonMediaType : `${xmlMediaType}; charset=utf-8`,
				'Cache-Control': `public, max-age=${cachedSeconds}`,
				ETag: entityTag(body),
			};
			return unlessKnown({ status: 200, headers, body }, context.req.header('if-none-match'));
		},
	});
}

/** Reads which work a page or a box of this site is about, and what it shows of it. */
function readAddress(url: string, site: string): { scheme: string; id: string; view: z.output<typeof boxQuerySchema> } {
	const page = URL.parse(url);
	const here = new URL(site);
	const path = page?.pathname.startsWith(here.pathname) ? page.pathname.slice(here.pathname.length - 1) : '';
	const [shape] = ['/objects/{scheme}/{id}', '/embed/{scheme}/{id}'].filter((one) =>
		path.startsWith(one.slice(0, one.indexOf('{'))),
	);
	if (page?.host !== here.host || !/^https?:$/.test(page.protocol) || shape === undefined) {
		throw new BrokerError('not-found', `url must be the address of a work here: ${site}objects/{scheme}/{id}.`);
	}
	// What pages show besides is not for a box.
	const asked = Object.fromEntries(page.searchParams);
	const fields = Object.entries(boxQuerySchema.shape).map(([name, schema]) => {
		const read = schema.safeParse(asked[name]);
		return [name, read.success ? read.data : schema.parse(undefined)];
	});
	return { ...readWorkPath(path, shape), view: Object.fromEntries(fields) };
}

const noBorder = 'border:0;max-width:100%';
const allowed = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** Writes a frame that may run its own script and open links, and nothing else. */
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
