// The card of a work, GET /objects/{scheme}/{id}/card.png: a picture for sites that show links.
import { readRelationshipQuery } from '../../broker/searching/relationship-query.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import type { CardContent } from '../../formats/card/draw-card.ts';
import { readObject } from '../../formats/scholix/described-object.ts';
import { mainIdentifier, namesText, relationTitle, worksText } from '../../links/words.ts';
import { textColourOn } from '../../settings/contrast.ts';
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import { valueColour } from '../answers/badge.ts';
import { unlessKnown, weakEntityTag } from '../answers/conditional.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal } from '../server/http-context.ts';
import { defineRoute, header, type Route } from './route.ts';
import { workPathSchema } from './work-path.ts';

const pngMediaType = 'image/png';
const cachedSeconds = 3_600;

/** Creates the route. */
export function createCardRoute({
	broker,
	settings,
	drawCard,
	version,
}: Pick<AppNeeds, 'broker' | 'settings' | 'drawCard' | 'version'>): Route {
	return defineRoute({
		route: 'GET /objects/{scheme}/{id}/card.png',
		deep: true,
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'drawCard',
		tag: 'embedding',
		summary: 'Draw a work as a card for sites that show links',
		description:
			'Returns a picture of 1200 by 630 pixels with the title, the creators, the number of works that cite any ' +
			'version of the work, and their number by year. Pages of works name it as their picture (Open Graph). A ' +
			'title in letters that the font does not have, such as Chinese, is replaced by the identifier.',
		params: workPathSchema,
		answers: {
			200: {
				description: 'The card. It may be cached for an hour.',
				headers: {
					ETag: header('Changes with the card.'),
					'Cache-Control': header(`Always public, max-age=${cachedSeconds}.`),
				},
				content: { [pngMediaType]: { schema: { type: 'string', format: 'binary' } } },
			},
			304: 'The card named in If-None-Match is still current.',
		},
		problems: ['not-found'],
		async handle({ context, params }) {
			const query = readRelationshipQuery({ ...params, relation: 'isCitedBy', group_by: 'version', size: '1' });
			const found = await broker.searchRelationships(query, { facets: true, signal: disconnectSignal(context) });
			const content = contentOf(found, settings.site);
			const headers = {
				'Content-Type': pngMediaType,
				'Cache-Control': `public, max-age=${cachedSeconds}`,
				'Cross-Origin-Resource-Policy': 'cross-origin',
				ETag: weakEntityTag(JSON.stringify(content), version),
			};
			const known: Answer = { status: 200, headers, body: null };
			const answer = unlessKnown(known, context.req.header('if-none-match'));
			return answer.status === 304 ? answer : { ...known, body: await drawCard(content) };
		},
	});
}

/** Collects what a card shows. Fails with `not-found` for an unknown work. */
function contentOf(
	{ source, asked, total, facets }: RelationshipAnswer,
	{ name, colour }: Settings['site'],
): CardContent {
	if (!source) throw new BrokerError('not-found', `Unknown identifier: ${asked.scheme}:${asked.value}.`);
	const { Title = '', Creator, CreatorTotal, PublicationDate = '', Identifiers } = readObject(source);
	const year = PublicationDate.slice(0, 4);
	const { publicationYear = [], linkYear = [] } = facets ?? {};
	const background = colour ?? valueColour({});
	return {
		title: Title,
		identifier: mainIdentifier(Identifiers).ID,
		about: [namesText(Creator, { shown: 3, total: CreatorTotal }), year].filter(Boolean).join(' · '),
		year,
		cited: total === 0 ? 'No citations known yet' : `${relationTitle.isCitedBy} ${worksText(total)}`,
		years: (publicationYear.length > 0 ? publicationYear : linkYear).toSorted(([one], [other]) => one - other),
		...{ site: name, colour: background, textColour: textColourOn(background) },
	};
}
