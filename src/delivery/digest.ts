// Writes the digest of a subscription: its entries by followed work, each once, as text and as HTML.
import type { ChangeEndView, ChangeView } from '../formats/changes/write-changes.ts';
import { identifierPath } from '../identifiers/index.ts';
import { plainText } from '../links/markup/styled-text.ts';
import { noticing } from '../links/notices.ts';
import { countText, namesText, onOneLine, placeText, shortText } from '../links/words.ts';

/** How many entries a digest shows. */
export const mostShown = 50;
const mostCreators = 5;
const longestText = 300;
/** `2026-01-15`, without a time. */
const isoDay = 10;

/** The parts of a message for people: paragraphs, and works with what is new about them. */
export type Written = { text: string; html: string };

/** A line in a digest: a work, and what is stated about it. */
type Item = { title: string; address: string; about: string; stated: string; why: string | undefined };
/** A work, with what is shown of what is new about it, and how much more there is. */
type Section = { title: string; address: string; items: Item[]; more: number };

/** A digest; `moreWorks` are those of which nothing is shown, with `more` entries. */
export type Digest = {
	sections: Section[];
	isOfCitations: boolean;
	total: number;
	more: number;
	moreWorks: number;
};

/**
 * Gathers entries by the work that they point to; `pages` is the root address of pages. Of each work
 * one is shown before a second one of any, so that one with many hides no other.
 */
export function gatherDigest(entries: readonly ChangeView[], pages: string, level: 'identity' | 'version'): Digest {
	const folded = foldEntries(entries, level);
	const works = [...Map.groupBy(folded, ({ target }) => workOf(target, level)).values()];
	const ranked = works.flatMap((news) => news.map((entry, rank) => ({ entry, rank })));
	const shown = new Set(
		ranked
			.toSorted((one, other) => one.rank - other.rank)
			.slice(0, mostShown)
			.map(({ entry }) => entry),
	);
	const isOfCitations = folded.every(isCitation);
	const sections = works.flatMap((news) => {
		const [first] = news.filter((entry) => shown.has(entry));
		if (first === undefined) return [];
		const { target } = first;
		const items = news.filter((entry) => shown.has(entry)).map((entry) => itemOf(entry, pages, isOfCitations));
		return [{ title: titleOf(target), address: pageOf(target, pages), items, more: news.length - items.length }];
	});
	const listed = sections.reduce((sum, { items, more }) => sum + items.length + more, 0);
	return {
		...{ sections, total: folded.length, more: folded.length - listed, moreWorks: works.length - sections.length },
		isOfCitations,
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

function itemOf(entry: ChangeView, pages: string, isOfCitations: boolean): Item {
	const { source, target, kind, relation, provenance } = entry;
	const { Creator, PublicationDate, Container } = { ...source.description, ...source.known };
	const names = Creator?.map(({ Name }) => ({ Name: textOf(Name) }));
	const place = Container && {
		Container: { ...Container, ...(Container.Title && { Title: textOf(Container.Title) }) },
	};
	const about = [namesText(names, { shown: mostCreators }), place && placeText(place, 0), PublicationDate];
	const notice = noticing(provenance.subType);
	const stated = notice?.kind === 'retraction' ? retractionText[notice.of] : statedOfTarget[relation];
	const verb = isOfCitations ? '' : `${stated}. `;
	const done = kind === 'asserted' ? 'Stated' : 'No longer stated';
	const provider = shortText(textOf(provenance.provider), longestText);
	const asked = new URLSearchParams({ id: written(source), other: written(target) });
	return {
		...{ title: titleOf(source), address: pageOf(source, pages) },
		about: shortText(about.filter(Boolean).join('. '), longestText),
		stated: `${verb}${done} by ${provider} (${provenance.date.slice(0, isoDay)}).`,
		// What is no longer stated has no reason.
		why: kind === 'asserted' ? `${pages}explain?${asked}` : undefined,
	};
}

/** Says how a work is related to the one under whose title it is listed. */
const statedOfTarget: Readonly<Record<ChangeView['relation'], string>> = {
	...{ Cites: 'Cites it', IsSupplementTo: 'Is supplement to it', IsRelatedTo: 'Is related to it' },
	...{ HasVersion: 'Has it as a version', IsIdenticalTo: 'Is the same work' },
};

/** The same of a work that retracts the other one, by the end that was retracted. */
const retractionText = { target: 'Retracts it', source: 'Was retracted by it' } as const;

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

/**
 * Says what a digest has, in words of our own: `3 new citations of 2 works`; `isCut`: there are more
 * than it counts.
 */
export function digestSubject({ total, sections, isOfCitations, moreWorks }: Digest, isCut: boolean): string {
	const counted = `${isCut ? 'more than ' : ''}${countText(total)}`;
	if (!isOfCitations) return `${counted} ${total === 1 ? 'change' : 'changes'} to links`;
	return `${counted} new ${total === 1 ? 'citation' : 'citations'} of ${worksText(sections.length + moreWorks)}`;
}

function worksText(works: number): string {
	return `${countText(works)} ${works === 1 ? 'work' : 'works'}`;
}

/** Writes a digest; `rest` is the address where one finds what is new of works that it does not show. */
export function writeDigest(
	{ sections, more, moreWorks, isOfCitations }: Digest,
	rest: string,
	isCut: boolean,
): Written {
	const heading = isOfCitations ? 'Citations of ' : '';
	const written = sections.map(({ title, address, items, more }): Written => {
		const others = moreOf(`And ${countText(more)} more:`, more, address);
		const list = `<ul>\n${items.map(itemHtml).join('')}</ul>\n`;
		return {
			text: `${heading}${title}\n${address}\n\n${items.map((item) => `${itemText(item)}\n`).join('\n')}${others.text}`,
			html: `<h2 style="font-size:1.15em">${heading}${linkTo(address, title)}</h2>\n${list}${others.html}`,
		};
	});
	if (isCut) written.push(moreOf('There are more than this digest counts:', 1, rest));
	else written.push(moreOf(`And ${countText(more)} more, of ${worksText(moreWorks)}:`, more, rest));
	return { text: written.map(({ text }) => text).join('\n'), html: written.map(({ html }) => html).join('') };
}

/** Says how many more there are, and where; nothing where there are none. */
function moreOf(words: string, more: number, address: string): Written {
	if (more === 0) return { text: '', html: '' };
	return { text: `\n${words} ${address}\n`, html: `<p>${words} ${linkTo(address, address)}</p>\n` };
}

function itemText({ title, address, about, stated, why }: Item): string {
	return [`- ${title}`, about, address, stated, why && `Why: ${why}`].filter(Boolean).join('\n  ');
}

function itemHtml({ title, address, about, stated, why }: Item): string {
	const lines = [
		linkTo(address, title),
		escapeText(about),
		`${escapeText(stated)}${why ? ` ${linkTo(why, 'Why?')}` : ''}`,
	];
	return `<li style="margin-bottom:0.7em">${lines.filter(Boolean).join('<br>\n')}</li>\n`;
}

/** Writes a link in HTML. */
export function linkTo(address: string, text: string): string {
	return `<a href="${escapeText(address)}">${escapeText(text)}</a>`;
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
