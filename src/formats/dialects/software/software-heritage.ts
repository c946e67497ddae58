// Reads answers of Software Heritage's API: which snapshots there are of a repository, and which
// revision a release names. Parents of revisions and branches are the history of code, and no
// links.
import type { Dialect, GivenRecord } from '../dialect.ts';
import { type Fields, isFields, list, text } from '../values.ts';

/** Visits and releases of the archive. */
export const softwareHeritage: Dialect<'json'> = {
	name: 'software-heritage',
	title: 'Software Heritage: visits of repositories, and releases (API)',
	syntax: 'json',
	replacement: 'statement',
	provider: 'Software Heritage',
	dateRule: 'when the repository was visited; the date of the release',
	example:
		'[{"origin": "https://example.org/tool", "visit": 1, "date": "2024-05-01T10:00:00Z", "status": "full", ' +
		'"snapshot": "0123456789abcdef0123456789abcdef01234567"}]',
	fits: (document) => answersIn(document).some((answer) => isVisit(answer) || isRelease(answer)),
	*read(document) {
		for (const answer of answersIn(document)) {
			if (isVisit(answer)) yield readVisit(answer);
			else if (isRelease(answer)) yield readRelease(answer);
		}
	},
};

/** Lists an answer, and the answers that it holds under names of any kind. */
function answersIn(document: unknown): Fields[] {
	return list(document).flatMap((answer) =>
		isFields(answer) ? [answer, ...Object.values(answer).flatMap((value) => list(value).filter(isFields))] : [],
	);
}

function isVisit({ origin, visit, snapshot }: Fields): boolean {
	return typeof origin === 'string' && visit !== undefined && snapshot !== undefined;
}

function isRelease({ id, target, target_type }: Fields): boolean {
	return isHash(id) && isHash(target) && typeof target_type === 'string';
}

/** Partial visits have no snapshot. */
function readVisit({ origin, snapshot, date }: Fields): GivenRecord {
	if (!isHash(snapshot)) return { links: [], leftOut: ['a visit without a snapshot'] };
	return {
		subject: core('snp', snapshot),
		links: [{ relation: 'IsVersionOf', target: { identifiers: [{ id: text(origin) ?? '' }], type: 'software' } }],
		date: text(date),
	};
}

function readRelease({ id, target, target_type, date }: Fields): GivenRecord {
	const kind = kinds.get(String(target_type));
	if (kind === undefined) return { links: [], leftOut: ['a release of something else'] };
	return {
		subject: core('rel', id),
		links: [{ relation: 'IsVariantFormOf', target: core(kind, target) }],
		date: text(date),
	};
}

const kinds: ReadonlyMap<string, string> = new Map(
	Object.entries({ revision: 'rev', directory: 'dir', content: 'cnt', release: 'rel' }),
);

/** Identifies what a hash is of. */
function core(kind: string, hash: unknown) {
	const written = String(hash);
	return {
		identifiers: [{ id: written.startsWith('swh:') ? written : `swh:1:${kind}:${written}`, scheme: 'swh' }],
		type: 'software',
	};
}

function isHash(value: unknown): boolean {
	return typeof value === 'string' && /^(?:swh:1:[a-z]{3}:)?[\da-f]{40}$/.test(value);
}
