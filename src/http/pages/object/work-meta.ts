// The description of a work in the head of its page: meta elements for reference managers and indexes
// (citation_*, Dublin Core), and JSON-LD.
import {
	type ContainerKind,
	containerKind,
	type DescribedObject,
	orcidOf,
	pagesOf,
	referenceKind,
} from '../../../formats/scholix/described-object.ts';
import { identifierUrl } from '../../../identifiers/index.ts';
import { titleOf } from '../../../links/words.ts';
import { dataBlock, html, type Markup } from '../../answers/html.ts';
import { formAddress } from './signposting.ts';
import { dataForms, type WorkForm, workForms } from './work-forms.ts';

// Nobody reads a thousand authors in a head.
const mostNames = 100;

type Meta = readonly [name: string, values: readonly string[]];

/** Writes the elements; `jsonLd` is what jsonLdWork describes. */
export function workMeta(object: DescribedObject, page: string, jsonLd: object): Markup {
	const { Creator = [], PublicationDate = '', Publisher = [], Keywords = [], Identifiers, Type } = object;
	const { Container = {} } = object;
	const all = (scheme: string) => Identifiers.filter(({ IDScheme }) => IDScheme === scheme).map(({ ID }) => ID);
	const names = Creator.slice(0, mostNames).map(({ Name }) => Name);
	const publishers = Publisher.slice(0, mostNames).map(({ Name }) => Name);
	const keywords = Keywords.slice(0, mostNames);
	const date = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(PublicationDate)?.[0] ?? '';
	const addresses = Identifiers.slice(0, mostNames).map(
		({ ID, IDScheme }) => identifierUrl({ scheme: IDScheme, value: ID }) ?? `${IDScheme}:${ID}`,
	);
	const { firstPage, lastPage } = pagesOf(Container);
	const meta: readonly Meta[] = [
		['citation_title', [titleOf(object)]],
		...Creator.slice(0, mostNames).flatMap((creator): Meta[] => {
			const orcid = orcidOf(creator);
			const named: Meta = ['citation_author', [creator.Name]];
			// Readers take the iD for that of the author before it.
			return orcid === undefined ? [named] : [named, ['citation_author_orcid', [`https://orcid.org/${orcid}`]]];
		}),
		['citation_publication_date', [date.replaceAll('-', '/')]],
		[containerName[containerKind(referenceKind(object))], [Container.Title ?? '']],
		['citation_issn', Container.ISSN ?? []],
		['citation_volume', [Container.Volume ?? '']],
		['citation_issue', [Container.Issue ?? '']],
		['citation_firstpage', [firstPage]],
		['citation_lastpage', [lastPage]],
		['citation_publisher', publishers.slice(0, 1)],
		['citation_doi', all('doi').slice(0, 1)],
		['citation_arxiv_id', all('arxiv').slice(0, 1)],
		['citation_pmid', all('pmid').slice(0, 1)],
		['citation_isbn', all('isbn').slice(0, 1)],
		['citation_keywords', keywords],
		['DC.title', [titleOf(object)]],
		['DC.creator', names],
		['DC.date', [date]],
		['DC.publisher', publishers],
		['DC.type', [dublinCoreType[Type.Name] ?? '']],
		['DC.subject', keywords],
		['DC.identifier', addresses],
	];
	const elements = meta.flatMap(([name, values]) =>
		values.filter(Boolean).map((value) => html`<meta name="${name}" content="${value}">\n`),
	);
	const formLink = (form: WorkForm, relation: string) =>
		html`<link rel="${relation}" type="${workForms[form].mediaType}" href="${formAddress(page, form)}">\n`;
	const forms = [formLink('linkset', 'linkset'), ...dataForms.map((form) => formLink(form, 'alternate'))];
	return html`<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">
${elements}${forms}${dataBlock({ type: 'application/ld+json' }, JSON.stringify(jsonLd))}`;
}

const containerName = {
	journal: 'citation_journal_title',
	book: 'citation_inbook_title',
	proceedings: 'citation_conference_title',
	series: 'citation_series_title',
} as const satisfies Record<ContainerKind, string>;

/** The DCMI Type Vocabulary. */
const dublinCoreType: Readonly<Record<string, string>> = {
	literature: 'Text',
	software: 'Software',
	dataset: 'Dataset',
};
