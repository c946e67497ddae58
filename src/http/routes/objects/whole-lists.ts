// Lists that answers shorten, in pages: all identifiers and all versions of a work.
import { z } from '@hono/zod-openapi';
import { identifiersPerPage, wholeListQuerySchema } from '../../../broker/objects/list-whole.ts';
import { mostVersionsListed } from '../../../broker/objects/works-query.ts';
import { describeVersion, withAddress } from '../../../formats/scholix/writing/describe-work.ts';
import { shownIdentifier } from '../../../formats/scholix/writing/object-document.ts';
import { writtenJson } from '../../answers/answer.ts';
import { count } from '../../answers/answer-schemas.ts';
import { baseAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { disconnectSignal } from '../../server/http-context.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { identifiersSchema, versionSchema } from './object-schemas.ts';
import { numberSchema, readNumber, unknownNumber } from './objects.ts';

const links = z
	.strictObject({ self: z.url(), next: z.url().optional() })
	.openapi({ description: 'Addresses of this page and the next one.' });

const identifiersPage = z
	.strictObject({ identifiers: z.array(identifiersSchema.element).max(identifiersPerPage), links })
	.openapi('IdentifiersOfWork', { description: 'A page may have fewer identifiers; links.next continues.' });

const versionsPage = z
	.strictObject({ versions: z.array(versionSchema), versions_total: count, links })
	.openapi('Versions');

/** Creates the routes of the whole lists. */
export function createWholeListRoutes({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route[] {
	const common = {
		access: 'anyone',
		needs: 'both',
		shared: true,
		tag: 'objects',
		query: wholeListQuerySchema,
	} as const;
	const params = z.strictObject({ number: numberSchema });
	const pageOf = (url: string, list: string, { page, isLast }: { page: number; isLast: boolean }) => {
		const address = `${baseAddress(url, settings.publicUrl)}/objects/${list}`;
		return { self: `${address}?page=${page}`, ...(!isLast && { next: `${address}?page=${page + 1}` }) };
	};
	return [
		defineRoute({
			...{ ...common, params },
			route: 'GET /objects/{number}/identifiers',
			id: 'listIdentifiers',
			summary: 'List all identifiers of a work',
			description: `Returns up to ${identifiersPerPage} identifiers on a page, in the order in which they became known.`,
			answers: { 200: json('One page of the identifiers.', identifiersPage) },
			problems: ['not-found'],
			async handle({ context, params, query: { page, prettyprint } }) {
				const found = await broker.listIdentifiers({ number: readNumber(params.number), page });
				if (!found) throw unknownNumber(params.number);
				const identifiers = found.identifiers.map((identifier) => withAddress(shownIdentifier(identifier)));
				const links = pageOf(context.req.url, `${params.number}/identifiers`, { page, isLast: found.isLast });
				return writtenJson({ identifiers, links }, { prettyprint: prettyprint === '1', headers });
			},
		}),
		defineRoute({
			...{ ...common, params },
			route: 'GET /objects/{number}/versions',
			id: 'listVersions',
			summary: 'List all versions of a work',
			description: `Returns up to ${mostVersionsListed} versions on a page, latest published first.`,
			answers: { 200: json('One page of the versions.', versionsPage) },
			problems: ['not-found'],
			async handle({ context, params, query: { page, prettyprint } }) {
				const signal = disconnectSignal(context);
				const found = await broker.listVersions({ number: readNumber(params.number), page, signal });
				if (!found) throw unknownNumber(params.number);
				const { url } = context.req;
				const base = baseAddress(url, settings.publicUrl);
				const document = {
					versions: found.versions.map((version) => describeVersion(version, base, found.names)),
					versions_total: found.total,
					links: pageOf(url, `${params.number}/versions`, { page, isLast: found.isLast }),
				};
				return writtenJson(document, { prettyprint: prettyprint === '1', headers });
			},
		}),
	];
}

const headers = { 'Cache-Control': 'no-cache' };
