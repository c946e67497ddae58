// Reads the provider and the date of provenances, and caches the latest ones.
import { dateInstant } from '../../links/link-date.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import type { Id } from '../../store/graph.ts';
import type { Holdings } from '../../store/holdings.ts';

/** A provider's date for a link; `date` is as given, `instant` its first second. */
export type DatedProvenance = { provider: Id; date: string; instant: number; year: number };

/** Bounds the cache: links of one provider often share their provenance. */
const mostCached = 100_000;

/** Creates a reader of provenances: it reads those with these ids, and returns how to look them up. */
export function createProvenanceReader(
	records: Pick<Holdings, 'storedProvenances'>,
): (ids: readonly Id[]) => Promise<(id: Id) => DatedProvenance> {
	const known = new Map<Id, DatedProvenance>();
	return async (ids) => {
		if (known.size > mostCached) known.clear();
		const missing = [...new Set(ids)].filter((id) => !known.has(id));
		for (const { id, provider, text } of missing.length > 0 ? await records.storedProvenances(missing) : []) {
			const { date } = provenanceFromText(text);
			const instant = dateInstant(date);
			known.set(id, { provider, date, instant, year: new Date(instant * 1_000).getUTCFullYear() });
		}
		return (id) => {
			const provenance = known.get(id);
			if (provenance === undefined) throw new Error(`provenance ${id} is not stored`);
			return provenance;
		};
	};
}

/** Chooses the provenance with the earlier date. */
export function earlier(one: DatedProvenance, other: DatedProvenance): DatedProvenance {
	return other.instant < one.instant ? other : one;
}

/** Chooses the provenance with the later date. */
export function later(one: DatedProvenance, other: DatedProvenance): DatedProvenance {
	return other.instant > one.instant ? other : one;
}
