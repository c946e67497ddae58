// Describes a work with its counts in sentences, as plain text.
import type { SearchRelation } from './relation.ts';
import { countText, namesText, relationPhrase, shortText, typeTitle, worksText } from './words.ts';

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
