// The sources as a page has them: for its HTML, and as the answer that the explorer asks for first.
// It knows no page.
import type { Broker } from '../../../broker/broker.ts';
import { describeSources } from '../../../broker/sources/sources.ts';
import type { Settings } from '../../../settings.ts';
import { jsonAnswer } from '../../answers/answer.ts';
import { jsonMediaType } from '../../answers/media-types.ts';
import { siteAddress } from '../../server/addresses.ts';
import type { HttpContext } from '../../server/http-context.ts';
import type { HeldAnswer } from '../document.ts';

export type SourcesNeeds = { broker: Broker; settings: Pick<Settings, 'publicUrl'> };

/** What `GET /sources` answers. */
export type ToldSources = ReturnType<typeof describeSources>;

/** Asks for so many providers; a further page of them is held at the address with its number. */
export async function tellSourcesTo(
	{ broker, settings }: SourcesNeeds,
	context: HttpContext,
	{ size, page = 1 }: { size: number; page?: number },
): Promise<{ sources: ToldSources; held: HeldAnswer }> {
	const base = `${siteAddress(context.req.url, settings.publicUrl)}api`;
	const sources = describeSources(await broker.tellSources(), { size, page, base });
	return {
		sources,
		held: {
			address: `/api/sources?size=${size}${page > 1 ? `&page=${page}` : ''}`,
			accept: jsonMediaType,
			answer: jsonAnswer(sources),
		},
	};
}

/** Tells that what is held was not counted yet, or when there was nothing. */
export function isBeingCounted({ as_of, empty, works }: ToldSources): boolean {
	return !empty && (as_of === null || works === 0);
}
