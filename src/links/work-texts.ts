// Texts about a work: its description with its counts in sentences, and a reference to it.
import { identifierUrl } from '../identifiers/index.ts';
import type { SearchRelation } from './relation.ts';
import {
	type Appeared,
	countText,
	mainIdentifier,
	namesText,
	onOneLine,
	relationPhrase,
	shortText,
	typeTitle,
	worksText,
} from './words.ts';

/** The described fields of a work. */
type Described = {
	Type: { Name: string };
	Creator?: readonly { Name: string }[] | undefined;
	CreatorTotal?: number | undefined;
	PublicationDate?: string | undefined;
};

/** Names the type of an object. */
function typeText({ Type }: Pick<Described, 'Type'>): string {
	return Object.hasOwn(typeTitle, Type.Name) ? typeTitle[Type.Name as keyof typeof typeTitle] : typeTitle.unknown;
}

const longestDescription = 300;

/** Describes a work and its counts in one or two sentences, for lists of results. */
export function describeInWords(
	object: Described,
	counts: Readonly<Record<SearchRelation, number>>,
	versions: number,
): string {
	const linked = (['isCitedBy', 'isSupplementedBy', 'cites', 'isSupplementTo', 'isRelatedTo'] as const)
		.filter((relation) => counts[relation] > 0)
		.slice(0, 2)
		.map((relation) => `${relationPhrase[relation]} ${worksText(counts[relation])}`);
	const over = versions > 1 ? `, counted over its ${countText(versions)} versions` : '';
	const links = linked.length === 0 ? 'No links are known' : `${linked.join(', ')}${over}`;
	const year = object.PublicationDate?.slice(0, 4);
	const by = namesText(object.Creator, { shown: 3, total: object.CreatorTotal });
	const type = object.Type.Name === 'unknown' ? 'Work' : typeText(object);
	const kind = `${type}${by && ` by ${by}`}${year ? ` (${year})` : ''}`;
	const sentence = `${links.charAt(0).toUpperCase()}${links.slice(1)}.`;
	return kind === 'Work' ? sentence : shortText(`${sentence} ${kind}.`, longestDescription);
}

const namesInReference = 20;

/** What a reference names. */
type Referred = Appeared &
	Partial<Omit<Described, 'Type'>> & { Title?: string; Identifiers: readonly { ID: string; IDScheme: string }[] };

/**
 * Writes a reference to a work on one line, in a form of no particular style: names, year, title,
 * journal with volume, issue and pages (without a journal the publisher), and the address of its DOI.
 * What is not known is absent.
 */
export function referenceText({ Title, Creator, CreatorTotal: total, PublicationDate, ...object }: Referred): string {
	const names = namesText(Creator, { shown: namesInReference, total });
	const year = /^\d{4}/.exec(PublicationDate ?? '')?.[0];
	const [first = '', ...others] = [names, Title, placeInReference(object)].map((text) => onOneLine(text ?? ''));
	const dated = [first || others.shift(), year && `(${year})`].filter(Boolean).join(' ');
	const { ID, IDScheme } = mainIdentifier(object.Identifiers);
	const address = identifierUrl({ scheme: IDScheme, value: ID }) ?? `${IDScheme}:${ID}`;
	return [...[dated, ...others].filter(Boolean).map(asSentence), onOneLine(address)].join(' ');
}

function placeInReference({ Container: { Title, Volume = '', Issue, Pages } = {}, ...published }: Appeared): string {
	const issue = `${Volume}${Issue ? `(${Issue})` : ''}`;
	const { Publisher, PublisherTotal: total } = published;
	return [Title || namesText(Publisher, { shown: 3, total }), issue, Pages].filter(Boolean).join(', ');
}

function asSentence(text: string): string {
	return /[.?!…]["'’”)]?$/.test(text) ? text : `${text}.`;
}
