// What the answers about works have in common, by whichever address they are asked for: entity tags,
// and the answer in JSON.
import type { ObjectAnswer } from '../../../broker/objects/describe-object.ts';
import type { ObjectQuery } from '../../../broker/objects/object-query.ts';
import { BrokerError } from '../../../errors.ts';
import { describeWork } from '../../../formats/scholix/writing/describe-work.ts';
import { describeQuery } from '../../../formats/scholix/writing/write-answers.ts';
import { type Answer, writtenJson } from '../../answers/answer.ts';
import { unlessKnown, weakEntityTag } from '../../answers/conditional.ts';
import { prefersPage } from '../../answers/media-types.ts';
import { problemAnswer } from '../../answers/problem.ts';
import { understoodHeaders } from '../../answers/understood.ts';
import { baseAddress, rootAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import type { HttpContext } from '../../server/http-context.ts';

/**
 * Answers 304 where the index is as it was for the answer that the client has, without asking it;
 * else gives the answer the tag of the state that was read before. `form` is what the answer follows
 * from beside its address.
 */
export async function unlessUnchanged(
	{ broker, settings, version }: AppNeeds,
	context: HttpContext,
	answer: () => Promise<Answer>,
	form = String(prefersPage(context.req.header('accept'))),
): Promise<Answer> {
	const { url } = context.req;
	const state = await broker.searchState();
	const address = `${baseAddress(url, settings.publicUrl)}/objects`;
	const caching = {
		Vary: 'Accept',
		'Cache-Control': 'no-cache',
		...(state !== undefined && { ETag: weakEntityTag(version, state, address, url, form) }),
	};
	const known = unlessKnown({ status: 200, headers: caching, body: null }, context.req.header('if-none-match'));
	if (known.status === 304) return known;
	const made = await answer();
	return made.status === 200 ? { ...made, headers: { ...caching, ...made.headers } } : made;
}

/**
 * Answers what is known of a work as JSON; `not-found`, with what was understood, where nothing is.
 */
export function describedAnswer(
	{ settings }: Pick<AppNeeds, 'settings'>,
	url: string,
	found: ObjectAnswer,
	{ prettyprint }: Pick<ObjectQuery, 'prettyprint'>,
): Answer {
	const query = describeQuery(found);
	if (!found.overview) {
		const { ID, IDScheme } = query.understood_as;
		const message = `Nothing is known of ${IDScheme}:${ID}.`;
		const problems = [{ field: 'id', message, identifier: query.understood_as }];
		const failure = new BrokerError('not-found', message, { problems });
		const problem = problemAnswer(failure, rootAddress(url, settings.publicUrl), '', { query });
		return { ...problem, headers: { ...problem.headers, ...understoodHeaders(found) }, failure };
	}
	const document = { query, ...describeWork(found.overview, baseAddress(url, settings.publicUrl)) };
	return writtenJson(document, { prettyprint: prettyprint === '1', headers: understoodHeaders(found) });
}
