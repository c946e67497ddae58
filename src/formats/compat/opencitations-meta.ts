// The rows of OpenCitations Meta (opencitations/oc_api, src/api/meta_v1.hf): a work each.
import { type Agent, foldKind } from '../../links/description.ts';
import { onOneLine } from '../../links/words.ts';
import { dayOf } from '../opencitations/citation.ts';
import { type DescribedObject, orcidOf, type ReferenceKind, referenceKind } from '../scholix/described-object.ts';
import { describedEnd, identifiersOf } from './opencitations.ts';

/** The columns of a work, in their order. */
export const workColumns = [
	...(['id', 'title', 'author', 'pub_date', 'venue', 'volume', 'issue', 'page'] as const),
	...(['type', 'publisher', 'editor'] as const),
] as const;

/** A work as a row. */
export type WorkRow = Readonly<Record<(typeof workColumns)[number], string>>;

/**
 * Writes a work; `self` is its address. Clients expect an identifier behind the name of every agent
 * and venue: where none is known, it has an address within that of the work. Editors are not known.
 */
export function workRow(object: DescribedObject, self: string): WorkRow {
	const { Title = '', Creator = [], Container = {}, Publisher = [] } = object;
	const end = describedEnd(object);
	const { Title: venue = '', ISSN = [], Volume = '', Issue = '', Pages = '' } = Container;
	return {
		id: identifiersOf.v2(end),
		title: onOneLine(Title),
		author: agents(Creator, `${self}#author`),
		pub_date: dayOf(end.date),
		venue:
			venue === '' && ISSN.length === 0
				? ''
				: named(venue, ISSN.length === 0 ? [`url:${self}#venue`] : ISSN.map((issn) => `issn:${issn}`)),
		...{ volume: Volume, issue: Issue, page: Pages },
		type: typeOf(object),
		publisher: agents(Publisher, `${self}#publisher`),
		editor: '',
	};
}

function agents(given: readonly Agent[], address: string): string {
	const one = (agent: Agent, at: number) => {
		const orcid = orcidOf(agent);
		// A semicolon would end the name.
		return named(agent.Name.replaceAll(';', ','), [
			orcid === undefined ? `url:${address}-${at + 1}` : `orcid:${orcid}`,
		]);
	};
	return given.map(one).join('; ');
}

function named(name: string, identifiers: readonly string[]): string {
	return `${onOneLine(name)} [${identifiers.join(' ')}]`.trimStart();
}

/** Returns the word of Meta; empty for literature of a kind that is not known. */
function typeOf(object: DescribedObject): string {
	const kind = referenceKind(object);
	if (kind === 'article' && !foldKind(object.Type.SubType ?? '').includes('article')) return '';
	return wordOf[kind];
}

const wordOf: Readonly<Record<ReferenceKind, string>> = {
	article: 'journal article',
	book: 'book',
	chapter: 'book chapter',
	conference: 'proceedings article',
	preprint: 'preprint',
	report: 'report',
	thesis: 'dissertation',
	software: 'computer program',
	dataset: 'dataset',
	other: '',
};
