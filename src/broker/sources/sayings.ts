// Tells of provenances who said something and when, and remembers the last ones that were asked
// for.
import { dateInstant } from '../../links/link-date.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import type { Id } from '../../store/graph.ts';
import type { Holdings } from '../../store/holdings.ts';

/** When a provider said something; `date` is as it was given, `instant` its first second. */
export type Said = { provider: Id; date: string; instant: number; year: number };

/** Links of one provider often share their provenance; so many are remembered at most. */
const mostRemembered = 100_000;

/** Creates what reads provenances and answers what each says. */
export function createSayings(
	records: Pick<Holdings, 'storedProvenances'>,
): (ids: readonly Id[]) => Promise<(id: Id) => Said> {
	const known = new Map<Id, Said>();
	return async (ids) => {
		if (known.size > mostRemembered) known.clear();
		const missing = [...new Set(ids)].filter((id) => !known.has(id));
		for (const { id, provider, text } of missing.length > 0 ? await records.storedProvenances(missing) : []) {
			const { date } = provenanceFromText(text);
			const instant = dateInstant(date);
			known.set(id, { provider, date, instant, year: new Date(instant * 1_000).getUTCFullYear() });
		}
		return (id) => {
			const said = known.get(id);
			if (said === undefined) throw new Error(`provenance ${id} is not there`);
			return said;
		};
	};
}

/** Chooses what was said earlier. */
export function earlier(one: Said, other: Said): Said {
	return other.instant < one.instant ? other : one;
}

/** Chooses what was said later. */
export function later(one: Said, other: Said): Said {
	return other.instant > one.instant ? other : one;
}
