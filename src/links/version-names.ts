// Names the versions of a work such that no two of them have the same name.
import { cutInside, mainIdentifier } from './words.ts';

/** What a version is named by, as answers show it. */
export type NamedVersion = {
	Identifiers: readonly { ID: string; IDScheme: string }[];
	Title?: string | undefined;
	/** The version of software or data, or the edition of a book, as stated. */
	Edition?: string | undefined;
	PublicationDate?: string | undefined;
	Type?: { Name: string } | undefined;
};

const longestName = 60;

/**
 * Names versions, in their order. Each is named by the version that is stated for it, else by the one
 * in its title (`corner.py: v2.0.1`) or in an identifier (`.v2`, `/tree/v1.2`), by the part of its
 * title that differs from those of the others, by its title, or by its main identifier. Where two
 * would have the same name, their dates follow it, or else the ends of their identifiers.
 */
export function nameVersions(versions: readonly NamedVersion[]): string[] {
	const inTitles = versionsInTitles(versions);
	const differing = differingParts(versions);
	const names = versions.map(({ Edition, Title, Identifiers }, at) => {
		const stated = Edition?.trim();
		const named = stated ? asVersion(stated) : (inTitles[at] ?? versionInIdentifiers(Identifiers) ?? differing[at]);
		return cutInside(named || Title?.trim().replace(repository, '') || mainIdentifier(Identifiers).ID, longestName);
	});
	return distinguish(names, versions);
}

/** Names one version as far as this is possible without the others. */
export function nameVersion(version: NamedVersion): string {
	return nameVersions([version])[0] as string;
}

/** Writes a number of a version with the letter that says what it is; dates and years stay. */
function asVersion(text: string): string {
	if (/^\d+(?:st|nd|rd|th)$/i.test(text)) return `${text} edition`;
	const number = /^(?:version|ver\.?|v\.?)?\s?(\d[\p{L}\d._+-]{0,40})$/iu.exec(text)?.[1];
	if (number === undefined) return text;
	return /^\d{4}(?:[-.]\d|$)|^(?:19|20)\d{6}$/.test(number) ? number : `v${number}`;
}

// A number with a dot or with a letter before it, or a date.
const versionNumber = new RegExp(
	`^(?:${[
		'v\\.?\\d[\\p{L}\\d._+-]{0,40}',
		'r?\\d{1,8}(?:\\.\\d{1,8}){1,6}(?:-\\d{1,4})?(?:[-+._]?\\p{L}[\\p{L}\\d._+-]{0,40})?',
		'(?:19|20)\\d\\d-\\d\\d(?:-\\d\\d)?',
	].join('|')})$`,
	'iu',
);
const versionWord = /^(?:version|ver\.?|v\.?|release|rel\.?)$/i;
const repository = /^[\w.-]{1,100}\/[\w.-]{1,100}:\s/;

/**
 * Finds the version in each title. A number that all of several titles have is a part of what the
 * work is called.
 */
function versionsInTitles(versions: readonly NamedVersion[]): (string | undefined)[] {
	const found = versions.map(({ Title, Type }) => Title && versionInTitle(Title.trim(), Type?.Name));
	const titled = versions.flatMap(({ Title }, at) => (Title ? [found[at]] : []));
	const isShared = titled.length > 1 && titled.every((one) => one === titled[0]);
	return found.map((one) => (isShared ? undefined : one || undefined));
}

/**
 * Finds the version at the end of a title; behind the name of a repository, as GitHub's releases have
 * it, also within the title. A mere number counts in titles of software and data alone.
 */
function versionInTitle(title: string, type: string | undefined): string | undefined {
	const named = repository.exec(title)?.[0];
	const words = (named === undefined ? title.slice(-200) : title.slice(named.length, named.length + 200))
		.split(/[\s,;:()[\]]+/)
		.filter(Boolean);
	const numbers = words.map((word, at) => {
		const text = word.replace(/\.$/, '');
		if (versionWord.test(words[at - 1] ?? '') && /^v?\d[\p{L}\d._+-]{0,40}$/iu.test(text)) return text;
		const number = versionNumber.test(text) ? text : /[-_](v?\d{1,8}(?:\.\d{1,8}){1,6})$/i.exec(text)?.[1];
		return number !== undefined && (type !== 'literature' || /^v/i.test(number)) ? number : undefined;
	});
	const found = named === undefined ? numbers.at(-1) : numbers.find((number) => number !== undefined);
	return found && asVersion(found);
}

/** Finds the version in identifiers: the number at the end of one, or the tag in an address. */
function versionInIdentifiers(identifiers: NamedVersion['Identifiers']): string | undefined {
	for (const { ID } of identifiers) {
		const text = ID.slice(-200).replace(/\/$/, '');
		const number = /(?:\d|[./_-])v(\d{1,3}(?:\.\d{1,4}){0,4})$/i.exec(text)?.[1];
		if (number !== undefined) return `v${number}`;
		const [, tag] = /\/(?:tree|tags?|archive|releases?\/tag)\/(?:refs\/tags\/)?([^/?#]+)$/i.exec(text) ?? [];
		const last = (tag ?? text).replace(/\.(?:zip|tar\.gz|tgz|tar\.bz2|tar\.xz)$/i, '');
		if (tag !== undefined && /\d/.test(last) && !/^[0-9a-f]{7,64}$/i.test(last)) return asVersion(last);
		// Of packages: `pkg:pypi/corner@2.2.3`, `…/corner/2.2.3`.
		const [, version] = /[@/](v?\d{1,8}(?:\.\d{1,8}){1,5}(?:[-+._]?[a-z][\w.+-]{0,20})?)$/i.exec(last) ?? [];
		if (version !== undefined && !last.startsWith('10.')) return asVersion(version);
	}
	return undefined;
}

/**
 * Finds the part of each title that the others do not have, where it has a number: `2019` in
 * `Forest fires 2019` beside `Forest fires 2020`.
 */
function differingParts(versions: readonly NamedVersion[]): (string | undefined)[] {
	const titles = versions.map(({ Title = '' }) => Title.trim().split(/\s+/).filter(Boolean));
	const given = titles.filter(({ length }) => length > 0);
	const [first, ...others] = given;
	if (!first || others.length === 0) return titles.map(() => undefined);
	const commonOf = (wordAt: (title: readonly string[], at: number) => string | undefined) => {
		let common = 0;
		while (common < first.length && others.every((title) => wordAt(title, common) === wordAt(first, common))) common++;
		return common;
	};
	const before = commonOf((title, at) => title[at]);
	const after = commonOf((title, at) => title.at(-1 - at));
	return titles.map((title) => {
		const part = title.slice(before, Math.max(before, title.length - after)).join(' ');
		const isNumbered = before + after > 0 && part.length <= longestName && /\d/.test(part);
		return isNumbered ? /[^\s\p{P}](?:.*[^\s\p{P}])?/su.exec(part)?.[0] : undefined;
	});
}

/** Adds to names that several versions have what distinguishes these: no more than is needed. */
function distinguish(names: readonly string[], versions: readonly NamedVersion[]): string[] {
	const added = names.map((): string[] => []);
	const written = names.map((name) => name);
	for (const addition of [dateOf, endOfIdentifier, wholeIdentifier]) {
		for (const places of Map.groupBy(written.keys(), (at) => written[at] as string).values()) {
			const additions = places.map((at) => addition(versions[at] as NamedVersion));
			// What all of them have distinguishes none.
			if (new Set(additions).size < 2) continue;
			for (const [index, at] of places.entries()) {
				const text = additions[index];
				const known = (added[at] as string[]).filter((one) => !one.startsWith('…'));
				if (text === undefined) continue;
				added[at] = [...known, text];
				written[at] = `${names[at]} (${added[at].join(', ')})`;
			}
		}
	}
	return written;
}

function dateOf({ PublicationDate }: NamedVersion): string | undefined {
	return PublicationDate?.slice(0, 10);
}

/** Returns the end of the identifier that people see, mostly its number. */
function endOfIdentifier({ Identifiers }: NamedVersion): string {
	return `…${mainIdentifier(Identifiers)
		.ID.slice(-80)
		.split(/[./:_-]/)
		.at(-1)}`;
}

function wholeIdentifier({ Identifiers }: NamedVersion): string {
	const { ID, IDScheme } = mainIdentifier(Identifiers);
	return `${IDScheme}:${ID}`;
}
