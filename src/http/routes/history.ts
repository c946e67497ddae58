// The whole history of a relationship, which searches shorten: GET /relationships/history.
import { z } from '@hono/zod-openapi';
import { historyPerPage, historyQuerySchema } from '../../broker/searching/list-history.ts';
import { writeHistoryItem } from '../../formats/scholix/writing/write-answers.ts';
import { writtenJson } from '../answers/answer.ts';
import { count } from '../answers/answer-schemas.ts';
import { readParameters } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { disconnectSignal } from '../server/http-context.ts';
import { historyItemSchema } from './relationships.ts';
import { defineRoute, json, type Route } from './route.ts';

const historyPageSchema = z
	.strictObject({
		total: count.openapi({ description: 'The number of items. 0: there is no such relationship.' }),
		LinkHistory: z.array(historyItemSchema).max(historyPerPage),
		links: z
			.strictObject({ self: z.url(), next: z.url().optional() })
			.openapi({ description: 'Addresses of this page and the next one.' }),
	})
	.openapi('LinkHistoryPage');

/** Creates the route. */
export function createHistoryRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return defineRoute({
		route: 'GET /relationships/history',
		access: 'anyone',
		needs: 'index',
		shared: true,
		id: 'listHistory',
		tag: 'relationships',
		summary: 'List the whole history of a relationship',
		description:
			`Returns up to ${historyPerPage} items on a page: each provider and date with which the relationship ` +
			'was asserted, newest first.',
		query: historyQuerySchema,
		answers: { 200: json('One page of the history.', historyPageSchema) },
		problems: ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier'],
		async handle({ context, query }) {
			const { history, total, isLast } = await broker.listHistory(query, { signal: disconnectSignal(context) });
			const { page: _, ...asked } = readParameters(context.req.url);
			const addressOf = (page: number) => {
				const question = new URLSearchParams({ ...asked, page: String(page) });
				return `${baseAddress(context.req.url, settings.publicUrl)}/relationships/history?${question}`;
			};
			const document = {
				total,
				LinkHistory: history.map((item) => JSON.parse(writeHistoryItem(item))),
				links: { self: addressOf(query.page), ...(!isLast && { next: addressOf(query.page + 1) }) },
			};
			const headers = { 'Cache-Control': 'no-cache' };
			return writtenJson(document, { prettyprint: query.prettyprint === '1', headers });
		},
	});
}
