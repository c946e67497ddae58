// Links as ScholeXplorer answers them (api.scholexplorer.openaire.eu, version 3): an envelope of pages,
// and ends in lower case.
import { identifierUrl } from '../../identifiers/index.ts';
import type { ObjectTypeName } from '../../links/description.ts';
import { wordingsSeen } from '../../links/provenance.ts';
import { inverseRelationType, type SearchRelation } from '../../links/relation.ts';
import { type DescribedObject, readObject } from '../scholix/described-object.ts';
import type { ShownIdentifier } from '../scholix/writing/object-document.ts';
import type { AnswerItem, AnswerObject } from '../scholix/writing/write-answers.ts';

/** The words of ScholeXplorer for types. */
export const scholexplorerTypes: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'publication',
	dataset: 'dataset',
	software: 'software',
	unknown: 'other',
};

/** A page of links of a work; `asked` says which end it is. Pages are counted from 0. */
export type ScholexplorerPage = {
	work: AnswerObject;
	asked: 'source' | 'target';
	items: readonly AnswerItem[];
	total: number;
	page: number;
	size: number;
};

/** Describes a page. */
export function describeScholexplorerPage({ work, asked, items, total, page, size }: ScholexplorerPage) {
	const ownEnd = describeEnd(readObject(work));
	return {
		currentPage: page,
		totalLinks: total,
		totalPages: Math.ceil(total / size),
		result: items.map((item) => describeLink(item, ownEnd, asked)),
	};
}

function describeLink(item: AnswerItem, own: ReturnType<typeof describeEnd>, asked: ScholexplorerPage['asked']) {
	const { relation, history, oldest = history.at(-1) } = item;
	const other = describeEnd(readObject(item.object));
	const [first = nameOf[relation]] = wordingsSeen(history, relation);
	const word = asked === 'source' ? first : (inverseRelationType(first) ?? first);
	const providers = new Set(history.map(({ provider }) => provider));
	return {
		RelationshipType: {
			Name: 'IsRelatedTo',
			SubType: `${word.charAt(0).toLowerCase()}${word.slice(1)}`,
			SubTypeSchema: 'datacite',
		},
		source: asked === 'source' ? own : other,
		target: asked === 'source' ? other : own,
		LinkProvider: Array.from(providers, (name) => ({ name, identifier: [] })),
		LinkPublicationDate: oldest?.date,
		LicenseURL: null,
		HarvestDate: history[0]?.date,
	};
}

const nameOf: Readonly<Record<SearchRelation, string>> = {
	cites: 'Cites',
	isCitedBy: 'IsCitedBy',
	isSupplementTo: 'IsSupplementTo',
	isSupplementedBy: 'IsSupplementedBy',
	isRelatedTo: 'IsRelatedTo',
};

function describeEnd({ Identifiers, Title, Type, Creator = [], PublicationDate, Publisher = [] }: DescribedObject) {
	return {
		Identifier: Identifiers.map((one) => ({ ...one, IDURL: addressOf(one) })),
		Title: Title ?? '',
		Type: scholexplorerTypes[Type.Name as ObjectTypeName],
		subType: Type.SubType ?? null,
		Creator: Creator.map(agentOf),
		PublicationDate: PublicationDate ?? '',
		Publisher: Publisher.map(agentOf),
	};
}

function addressOf({ ID, IDScheme }: ShownIdentifier): string | null {
	return identifierUrl({ scheme: IDScheme, value: ID }) ?? null;
}

function agentOf({ Name }: { Name: string }) {
	return { name: Name, identifier: [] };
}
