// Selects the works of a report by what they have in common, a DOI prefix or a provider, in steps
// of bounded size.
import { BrokerError } from '../../errors.ts';
import type { DoiPlace, Reporting } from '../../store/reporting.ts';
import { beginningOfDois, doiPrefixPattern, longestDoiPrefix } from '../doi-prefix.ts';
import type { LookUpInput } from './look-up-objects.ts';

/**
 * All works with a DOI that begins so (null: with any), or those of which a provider speaks that are
 * cited most.
 */
export type WorksSelection = { prefix: string | null } | { provider: string };

/** Up to 1,000 works, behind those with which `cursor` was answered. */
export type SelectionStep = { size: number; cursor?: string | undefined };

/** Names works of a selection; `cursor` leads to the next ones, null: these were the last. */
export type SelectedWorks = {
	inputs: LookUpInput[];
	cursor: string | null;
	/** The cursors that continue after each of the inputs, for an answer that ends early. */
	cursors: string[];
	/**
	 * Of a provider: of how many works it speaks, and when they were counted (milliseconds since
	 * 1970).
	 */
	counted?: { works: number; at: number | null };
};

/**
 * Returns the DOIs of a prefix in the order of their bytes, each work once, as they are now; the
 * works of a provider as they were counted with the sources, the most cited first, 1,000 in all.
 * Fails with `bad-usage` where the prefix is none, with `invalid-body` where the cursor is none,
 * and with `not-found` where no such provider is known.
 */
export async function selectWorks(
	records: Reporting,
	selection: WorksSelection,
	step: SelectionStep,
): Promise<SelectedWorks> {
	return 'prefix' in selection
		? ofPrefix(records, selection.prefix, step)
		: ofProvider(records, selection.provider, step);
}

async function ofPrefix(
	records: Reporting,
	prefix: string | null,
	{ size, cursor }: SelectionStep,
): Promise<SelectedWorks> {
	const beginning = prefix === null ? '10.' : beginningOfDois(readPrefix(prefix));
	const found = await records.doisBeginning(beginning, readCursor(cursor, asDoiPlace), size);
	const last = found.at(-1);
	return {
		inputs: found.map(({ value }) => ({ ID: value, IDScheme: 'doi' })),
		cursor: last && found.length === size ? writeCursor([last.key, last.id]) : null,
		cursors: found.map(({ key, id }) => writeCursor([key, id])),
	};
}

/** Folds a prefix; fails with `bad-query` where it is none. */
function readPrefix(prefix: string): string {
	const folded = prefix.trim().toLowerCase();
	if (doiPrefixPattern.test(folded) && folded.length <= longestDoiPrefix) return folded;
	const message = `${JSON.stringify(prefix)} is not a prefix of DOIs, such as 10.5281 or 10.5281/zenodo.1.`;
	throw new BrokerError('bad-usage', message);
}

async function ofProvider(records: Reporting, name: string, { size, cursor }: SelectionStep): Promise<SelectedWorks> {
	const found = await records.worksOfProvider(name);
	if (!found) throw new BrokerError('not-found', `Unknown link provider: ${JSON.stringify(name)}.`);
	const from = readCursor(cursor, asPosition) ?? 0;
	const works = found.works.slice(from, from + size);
	const isLast = from + size >= found.works.length;
	return {
		inputs: works.map(({ scheme, value }) => ({ ID: value, IDScheme: scheme })),
		cursor: isLast ? null : writeCursor(from + size),
		cursors: works.map((_, at) => writeCursor(from + at + 1)),
		counted: { works: found.total, at: found.countedAt },
	};
}

function writeCursor(place: unknown): string {
	return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function readCursor<Place>(cursor: string | undefined, as: (place: unknown) => Place | null): Place | null {
	if (cursor === undefined) return null;
	const place = as(parsed(cursor));
	if (place !== null) return place;
	const message = 'The cursor is not valid for this report; omit it to start at the beginning.';
	throw new BrokerError('invalid-body', message, { problems: [{ pointer: '/cursor', message }] });
}

function parsed(cursor: string): unknown {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
}

function asDoiPlace(place: unknown): DoiPlace | null {
	if (!Array.isArray(place)) return null;
	const [key, id] = place as unknown[];
	return typeof key === 'string' && isPosition(id) ? { key, id } : null;
}

function asPosition(place: unknown): number | null {
	return isPosition(place) ? place : null;
}

function isPosition(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}
