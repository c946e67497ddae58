// GET /compat/scholexplorer/v3/LinkProvider: the providers of links.
import { z } from '@hono/zod-openapi';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { describeScholexplorerProviders } from '../../formats/compat/scholexplorer.ts';
import { linkLimits } from '../../links/limits.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { defineRoute, type Route } from '../routes/route.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { canonicalLink, foreignRoute, readForeignParameters } from './foreign.ts';

const described = z.strictObject({
	name: z
		.string()
		.max(linkLimits.nameLength)
		.optional()
		.openapi({ description: 'Only providers with these words in their name.' }),
});

const answerSchema = z
	.array(
		z.strictObject({
			name: z.string(),
			totalRelationships: z
				.int()
				.min(0)
				.openapi({ description: 'The links that the provider asserts, each counted once.' }),
		}),
	)
	.openapi('ScholexplorerProviders');

const secondsUntilCounted = 30;

/** Creates the route of a version; `root` is where its paths begin. */
export function createScholexplorerProviders(needs: AppNeeds, root: `/${string}`, version: 'v2' | 'v3'): Route {
	const { broker, settings } = needs;
	return defineRoute({
		route: `GET ${root}/LinkProvider`,
		...foreignRoute,
		needs: 'records',
		id: `providersOfScholexplorer${version.toUpperCase()}`,
		summary: `List providers of links as in ScholeXplorer ${version}`,
		description: 'Lists the providers, those with the most links first. A background task counts them after changes.',
		query: { described, read: readForeignParameters },
		answers: {
			200: { description: 'All providers.', content: { 'application/json': { schema: answerSchema } } },
		},
		async handle({ context, query }) {
			const name = query.first('name') ?? '';
			if (name.length > linkLimits.nameLength)
				throw wrongParameter('name', `name is longer than any name: at most ${linkLimits.nameLength} characters.`);
			const { counted, isEmpty } = await broker.getSources();
			if (!counted && !isEmpty) {
				throw new BrokerError('unavailable', 'The links of the providers are not counted yet.', {
					retryAfterSeconds: secondsUntilCounted,
				});
			}
			const base = baseAddress(context.req.url, settings.publicUrl);
			const document = describeScholexplorerProviders(counted?.sources.providers ?? [], name);
			return jsonAnswer(document, 200, {
				...canonicalLink(`${base}/sources`, { page: '1' }),
				'Cache-Control': 'no-cache',
			});
		},
	});
}
