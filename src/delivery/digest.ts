// Writes the digest of a subscription: its entries by followed work, each once, as text and as HTML.
import { type ChangeEndView, type ChangeView, sayRelation } from '../formats/changes/write-changes.ts';
import { identifierPath } from '../identifiers/index.ts';
import { plainText } from '../links/markup/styled-text.ts';
import { countText, namesText, onOneLine, placeText, shortText } from '../links/words.ts';

/** How many entries a digest shows. */
export const mostShown = 50;
const mostCreators = 5;
const longestText = 300;

/** The parts of a message for people: paragraphs, and works with what is new about them. */
export type Written = { text: string; html: string };

/** A line in a digest: a work, and what is stated about it. */
type Item = { title: string; address: string; about: string; stated: string; why: string };
type Section = { title: string; address: string; items: Item[] };

/** A digest, with the number of its last shown entry, and how many more there are. */
export type Digest = {
	sections: Section[];
	isOfCitations: boolean;
	total: number;
	more: number;
	lastShown: number;
};

/** Gathers entries by the work that they point to; `pages` is the root address of pages. */
export function gatherDigest(entries: readonly ChangeView[], pages: string, level: 'identity' | 'version'): Digest {
	const folded = foldEntries(entries, level);
	const shown = folded.slice(0, mostShown);
	const sections = new Map<number | string, Section>();
	for (const entry of shown) {
		const section = sections.getOrInsertComputed(workOf(entry.target, level), () => ({
			...{ title: titleOf(entry.target), address: pageOf(entry.target, pages), items: [] },
		}));
		section.items.push(itemOf(entry, pages));
	}
	return {
		...{ sections: [...sections.values()], total: folded.length, more: folded.length - shown.length },
		isOfCitations: folded.every(isCitation),
		lastShown: shown.at(-1)?.number ?? 0,
	};
}

/** Leaves, of entries that state the same of the same works, the first. */
function foldEntries(entries: readonly ChangeView[], level: 'identity' | 'version'): ChangeView[] {
	const first = new Map<string, ChangeView>();
	for (const entry of entries) {
		const { kind, relation } = entry;
		const [source, target] = [workOf(entry.source, level), workOf(entry.target, level)];
		if (source !== target) first.getOrInsert(JSON.stringify([kind, relation, source, target]), entry);
	}
	return [...first.values()];
}

function workOf({ identifier }: ChangeEndView, level: 'identity' | 'version'): number | string {
	return identifier[level] ?? `${identifier.scheme}:${identifier.value}`;
}

function isCitation({ kind, relation }: ChangeView): boolean {
	return kind === 'asserted' && relation === 'Cites';
}

function itemOf(entry: ChangeView, pages: string): Item {
	const { source, target, kind, provenance } = entry;
	const { Creator, PublicationDate, Container } = { ...source.description, ...source.known };
	const names = Creator?.map(({ Name }) => ({ Name: textOf(Name) }));
	const place = Container && {
		Container: { ...Container, ...(Container.Title && { Title: textOf(Container.Title) }) },
	};
	const about = [namesText(names, { shown: mostCreators }), place && placeText(place, 0), PublicationDate];
	const verb = isCitation(entry) ? '' : `${shortText(textOf(sayRelation(entry)), longestText)}. `;
	const done = kind === 'asserted' ? 'Stated' : 'No longer stated';
	const asked = new URLSearchParams({ id: written(source), other: written(target) });
	return {
		...{ title: titleOf(source), address: pageOf(source, pages) },
		about: shortText(about.filter(Boolean).join('. '), longestText),
		stated: `${verb}${done} by ${shortText(textOf(provenance.provider), longestText)} (${provenance.date}).`,
		why: `${pages}explain?${asked}`,
	};
}

/** Reads a text from outside as one line without markup. */
function textOf(text: string): string {
	return onOneLine(plainText(text)).toWellFormed();
}

function titleOf({ identifier, known, description }: ChangeEndView): string {
	const title = textOf(known.Title ?? description.Title ?? '');
	return shortText(title || `${identifier.scheme}:${identifier.value}`, longestText);
}

function written({ identifier: { value } }: ChangeEndView): string {
	return value;
}

function pageOf({ identifier: { scheme, value } }: ChangeEndView, pages: string): string {
	return `${pages}objects/${identifierPath(scheme, value)}`;
}

/** Says what a digest has, in words of our own: `3 new citations of 2 works`. */
export function digestSubject({ total, sections, isOfCitations, more }: Digest): string {
	if (!isOfCitations) return `${countText(total)} ${total === 1 ? 'change' : 'changes'} of links`;
	const of = more > 0 ? '' : ` of ${countText(sections.length)} ${sections.length === 1 ? 'work' : 'works'}`;
	return `${countText(total)} new ${total === 1 ? 'citation' : 'citations'}${of}`;
}

/** Writes a digest; `rest` is the address where one finds those that it does not show. */
export function writeDigest(digest: Digest, rest: string): Written {
	const { sections, more, isOfCitations } = digest;
	const moreWords = `And ${countText(more)} more:`;
	const heading = isOfCitations ? 'Cited: ' : '';
	const text = sections.map(
		({ title, address, items }) =>
			`${heading}${title}\n${address}\n\n${items.map((item) => `${itemText(item)}\n`).join('\n')}`,
	);
	const html = sections.map(
		({ title, address, items }) =>
			`<h2>${heading}${linkTo(address, title)}</h2>\n<ul>\n${items.map(itemHtml).join('')}</ul>\n`,
	);
	return {
		text: `${text.join('\n')}${more > 0 ? `\n${moreWords} ${rest}\n` : ''}`,
		html: `${html.join('')}${more > 0 ? `<p>${moreWords} ${linkTo(rest, rest)}</p>\n` : ''}`,
	};
}

function itemText({ title, address, about, stated, why }: Item): string {
	return [`- ${title}`, about, address, stated, `Why: ${why}`].filter(Boolean).join('\n  ');
}

function itemHtml({ title, address, about, stated, why }: Item): string {
	const lines = [linkTo(address, title), escapeText(about), `${escapeText(stated)} ${linkTo(why, 'Why?')}`];
	return `<li>${lines.filter(Boolean).join('<br>\n')}</li>\n`;
}

/** Writes a link in HTML. */
export function linkTo(address: string, text: string): string {
	return `<a href="${escapeText(address)}">${escapeText(text)}</a>`;
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
