// What a work's page says in words: titles, names, counts, days; knows no markup.
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import type { ShownIdentifier } from '../../../formats/scholix/writing/shown-identifier.ts';
import type { SearchRelation } from '../../../links/relation.ts';

/** Names a relation above its list. */
export const relationTitle: Readonly<Record<SearchRelation, string>> = {
	isCitedBy: 'Cited by',
	cites: 'Cites',
	isSupplementedBy: 'Supplemented by',
	isSupplementTo: 'Supplement to',
	isRelatedTo: 'Related to',
};

const typeTitles = { literature: 'Literature', software: 'Software', dataset: 'Data set' } as const;

/** Names the type of an object. */
export function typeTitle({ Type }: DescribedObject): string {
	return typeTitles[Type.Name as keyof typeof typeTitles] ?? 'Unknown type';
}

/** Ranks schemes by how well they stand for a work; others come last, in their order. */
const schemeRank = ['doi', 'arxiv', 'pmid', 'ads', 'ascl', 'swh', 'handle', 'url'];

/** Chooses the identifier that stands for a work where one must do. */
export function mainIdentifier(identifiers: readonly ShownIdentifier[]): ShownIdentifier {
	const rank = ({ IDScheme }: ShownIdentifier) =>
		(schemeRank.indexOf(IDScheme) + schemeRank.length + 1) % (schemeRank.length + 1);
	const [first = { ID: '', IDScheme: 'unknown' }, ...others] = identifiers;
	return others.reduce((best, one) => (rank(one) < rank(best) ? one : best), first);
}

/** Tells the title of a work, or its identifier where it has none. */
export function titleOf({ Title, Identifiers }: Pick<DescribedObject, 'Title' | 'Identifiers'>): string {
	return Title?.trim() || mainIdentifier(Identifiers).ID;
}

/** Writes the first of many names, and how many more there are. */
export function namesText(
	names: readonly { Name: string }[] = [],
	{ shown, total = names.length, separator = '; ' }: { shown: number; total?: number | undefined; separator?: string },
): string {
	// One more name is no longer than the words that there is one more.
	const few = total <= shown + 1 ? total : shown;
	const text = names
		.slice(0, few)
		.map(({ Name }) => Name)
		.join(separator);
	const more = total - Math.min(few, names.length);
	return more > 0 && text !== '' ? `${text} and ${more.toLocaleString('en')} more` : text;
}

/** Cuts a text at a blank, so that it is no longer than so many characters. */
export function shortText(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = text.slice(0, most - 1);
	const blank = cut.lastIndexOf(' ');
	return `${(blank > most / 2 ? cut.slice(0, blank) : cut).toWellFormed().trimEnd()}…`;
}

/** Writes a number of works: `1 work`, `1,203 works`. */
export function worksText(count: number): string {
	return `${count.toLocaleString('en')} ${count === 1 ? 'work' : 'works'}`;
}

const longestDescription = 300;

/** Says in a sentence or two what a work is and how often it is linked, for lists of results. */
export function describeInWords(
	object: DescribedObject,
	counts: Readonly<Record<SearchRelation, number>>,
	versions: number,
): string {
	const linked = (['isCitedBy', 'isSupplementedBy', 'cites', 'isSupplementTo', 'isRelatedTo'] as const)
		.filter((relation) => counts[relation] > 0)
		.slice(0, 2)
		.map((relation) => `${relationTitle[relation].toLowerCase()} ${worksText(counts[relation])}`);
	const over = versions > 1 ? `, counted over its ${versions.toLocaleString('en')} versions` : '';
	const links = linked.length === 0 ? 'No links are known' : `${linked.join(', ')}${over}`;
	const year = object.PublicationDate?.slice(0, 4);
	const by = namesText(object.Creator, { shown: 3, total: object.CreatorTotal });
	const type = object.Type.Name === 'unknown' ? 'Work' : typeTitle(object);
	const kind = `${type}${by && ` by ${by}`}${year ? ` (${year})` : ''}`;
	const sentence = `${links.charAt(0).toUpperCase()}${links.slice(1)}.`;
	return kind === 'Work' ? sentence : shortText(`${sentence} ${kind}.`, longestDescription);
}
