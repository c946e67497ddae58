// Links as ScholeXplorer answers them (api.scholexplorer.openaire.eu, version 3): an envelope of pages,
// and ends in lower case.
import type { ObjectTypeName } from '../../links/description.ts';
import { wordingsSeen } from '../../links/provenance.ts';
import { inverseRelationType, type SearchRelation } from '../../links/relation.ts';
import type { AnswerItem, AnswerObject } from '../scholix/writing/write-answers.ts';
import { type AskedEnd, datesOf, inOrder, type LinkEnd, readEnd } from './ends.ts';

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
	asked: AskedEnd;
	items: readonly AnswerItem[];
	total: number;
	page: number;
	size: number;
};

/** Describes a page. */
export function describeScholexplorerPage({ work, asked, items, total, page, size }: ScholexplorerPage) {
	const ownEnd = describeEnd(readEnd(work));
	return {
		currentPage: page,
		totalLinks: total,
		totalPages: Math.ceil(total / size),
		result: items.map((item) => describeLink(item, ownEnd, asked)),
	};
}

/** Describes the providers of links whose names have these words, in any letter case. */
export function describeScholexplorerProviders(providers: readonly CountedProvider[], words: string) {
	const wanted = words.toLowerCase();
	return providers
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.map(({ name, links }) => ({ name, totalRelationships: links }));
}

type CountedProvider = { name: string; links: number };

function describeLink(item: AnswerItem, own: ReturnType<typeof describeEnd>, asked: AskedEnd) {
	const { relation, history } = item;
	const { first: firstDate, newest } = datesOf(item);
	const [first = nameOf[relation]] = wordingsSeen(history, relation);
	const word = asked === 'source' ? first : (inverseRelationType(first) ?? first);
	const providers = new Set(history.map(({ provider }) => provider));
	return {
		RelationshipType: {
			Name: 'IsRelatedTo',
			SubType: `${word.charAt(0).toLowerCase()}${word.slice(1)}`,
			SubTypeSchema: 'datacite',
		},
		...inOrder(asked, own, describeEnd(readEnd(item.object))),
		LinkProvider: Array.from(providers, (name) => ({ name, identifier: [] })),
		LinkPublicationDate: firstDate,
		LicenseURL: null,
		HarvestDate: newest,
	};
}

const nameOf: Readonly<Record<SearchRelation, string>> = {
	cites: 'Cites',
	isCitedBy: 'IsCitedBy',
	isSupplementTo: 'IsSupplementTo',
	isSupplementedBy: 'IsSupplementedBy',
	isRelatedTo: 'IsRelatedTo',
};

function describeEnd({ Identifiers, Title, Type, Creator = [], PublicationDate, Publisher = [] }: LinkEnd) {
	return {
		Identifier: Identifiers,
		Title: Title ?? '',
		Type: scholexplorerTypes[Type.Name as ObjectTypeName],
		subType: Type.SubType ?? null,
		Creator: Creator.map(agentOf),
		PublicationDate: PublicationDate ?? '',
		Publisher: Publisher.map(agentOf),
	};
}

function agentOf({ Name }: { Name: string }) {
	return { name: Name, identifier: [] };
}
