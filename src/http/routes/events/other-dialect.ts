// How a body of another dialect is to be read, by the parameters of its submission, and how that is
// told; knows no route.
import type { Submission } from '../../../broker/accept-event.ts';
import type { Translation } from '../../../formats/dialects/translate.ts';
import { badQuery } from '../../answers/query-parameters.ts';

/** The parameters that say it. */
type Given = {
	dialect?: string | undefined;
	relation?: string | undefined;
	date?: string | undefined;
	source?: string | undefined;
	scheme?: string | undefined;
	provider?: string | undefined;
};

/**
 * Reads how the body is written; undefined where it is Scholix. Fails with `bad-query` where a
 * parameter is given that only goes with a dialect.
 */
export function readReading({ dialect, relation, date, source, scheme, provider }: Given): Submission['reading'] {
	if (dialect === undefined) {
		const alone = relation !== undefined ? 'relation' : date !== undefined ? 'date' : undefined;
		if (alone === undefined) return undefined;
		const message = `${alone} goes with dialect; leave it out, or name the dialect of the body.`;
		throw badQuery([{ field: alone, message }]);
	}
	return {
		from: dialect === 'auto' ? undefined : dialect,
		told: { relation, source: source === undefined ? undefined : { id: source, scheme } },
		provider,
		date: date ?? new Date().toISOString().slice(0, 10),
	};
}

/** Writes how a body was read. */
export function describeReading({
	relations,
	leftOut,
	provider,
	gone: _,
	...held
}: Translation): Record<string, unknown> {
	const { dialect, records, links, described, dated, date } = held;
	return { dialect, records, links, described, dated, date, provider: provider ?? null, relations, left_out: leftOut };
}
