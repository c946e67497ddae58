// Puts the versions of a work into their natural order: v10, v2.10, v2.9, v2.9rc1.
import { compareText } from '../identifiers/identifier.ts';
import { readDateInstant } from './link-date.ts';
import { mainIdentifier } from './words.ts';

/** A version with its name; see nameVersions. */
type Ordered = {
	VersionName?: string | undefined;
	PublicationDate?: string | undefined;
	Identifiers: readonly { ID: string; IDScheme: string }[];
};

/**
 * Sorts versions, the newest first: those named by a version by its number, `1.0rc1` before `1.0`,
 * then the others by their PublicationDate, those without one last.
 */
export function sortVersions<Version extends Ordered>(versions: readonly Version[]): Version[] {
	return versions
		.map((version) => ({ version, key: keyOf(version) }))
		.sort((one, other) => compareKeys(other.key, one.key))
		.map(({ version }) => version);
}

type Key = { number: VersionNumber | undefined; published: number; name: string; identifier: string };

/**
 * A version taken apart: `2.10rc1` is the release 2, 10 in the stage rc, number 1. `rest` is what
 * follows.
 */
type VersionNumber = { release: string[]; stage: number; word: string; count: string; rest: string };

function keyOf({ VersionName = '', PublicationDate, Identifiers }: Ordered): Key {
	const { ID, IDScheme } = mainIdentifier(Identifiers);
	// An identifier may look like a number.
	const isNumber = !Identifiers.some((one) => one.ID === VersionName);
	return {
		number: isNumber ? readNumber(VersionName) : undefined,
		published: readDateInstant(PublicationDate ?? '') ?? Number.NEGATIVE_INFINITY,
		name: VersionName,
		identifier: `${ID} ${IDScheme}`,
	};
}

/** Compares such that the oldest comes first; each step compares all alike, so the order is total. */
function compareKeys(one: Key, other: Key): number {
	if (!one.number || !other.number) {
		const kind = Number(one.number !== undefined) - Number(other.number !== undefined);
		if (kind !== 0) return kind;
	} else {
		const difference = compareNumbers(one.number, other.number);
		if (difference !== 0) return difference;
	}
	if (one.published !== other.published) return one.published < other.published ? -1 : 1;
	return compareText(one.name, other.name) || compareText(one.identifier, other.identifier);
}

// What stands before the number: `v2`, `release-2`, `Version 2`. What distinguishes equal names follows.
const numbered = /^\p{L}{0,12}[-_. ]?v?(\d[\p{L}\d._+-]{0,60})(?: \(|$)/iu;

function readNumber(name: string): VersionNumber | undefined {
	const [, text] = numbered.exec(name) ?? [];
	if (text === undefined) return undefined;
	const parts = text.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
	const end = parts.findIndex((part) => !isDigits(part));
	const release = end === -1 ? parts : parts.slice(0, end);
	const [word = '', ...after] = end === -1 ? [] : parts.slice(end);
	const [count = ''] = after;
	const isCounted = isDigits(count);
	return {
		release,
		stage: stageOf(word, isCounted),
		word,
		count: isCounted ? count : '',
		rest: after.slice(isCounted ? 1 : 0).join('.'),
	};
}

/** Stages before the release, by the word that names them. */
const stages: ReadonlyMap<string, number> = new Map([
	...(['dev', 'snapshot', 'nightly'] as const).map((word) => [word, -4] as const),
	...(['alpha', 'pre', 'preview'] as const).map((word) => [word, -3] as const),
	['beta', -2],
	...(['rc', 'cr'] as const).map((word) => [word, -1] as const),
	...(['', 'final', 'release', 'ga'] as const).map((word) => [word, 0] as const),
]);

/** Letters that stand for a stage where a number follows: `1.0b2`, but not `1.0b`. */
const letters: ReadonlyMap<string, number> = new Map([
	['a', -3],
	['b', -2],
	['c', -1],
]);

/** Ranks a stage; what is not known comes after the release. */
function stageOf(word: string, isCounted: boolean): number {
	return stages.get(word) ?? (isCounted ? letters.get(word) : undefined) ?? 1;
}

function compareNumbers(one: VersionNumber, other: VersionNumber): number {
	const length = Math.max(one.release.length, other.release.length);
	for (let at = 0; at < length; at++) {
		const difference = compareDigits(one.release[at], other.release[at]);
		if (difference !== 0) return difference;
	}
	return (
		one.stage - other.stage ||
		(one.stage === 1 ? compareText(one.word, other.word) : 0) ||
		compareDigits(one.count, other.count) ||
		compareText(one.rest, other.rest)
	);
}

/** Compares whole numbers of any length; a missing one is 0. */
function compareDigits(one = '', other = ''): number {
	const [left, right] = [one, other].map((digits) => digits.replace(/^0+/, '')) as [string, string];
	return left.length - right.length || compareText(left, right);
}

function isDigits(text: string): boolean {
	return /^\d+$/.test(text);
}
