// What of a work is compared with another one to flag the links between them: from its description.
import { orcidIn, type ShownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { canonicalValue, type Identifier } from '../../identifiers/index.ts';
import { type Agent, type Description, type Notice, type NoticeKind, noticeKinds } from '../../links/description.ts';
import { providerKey } from '../../links/provenance.ts';
import { analyse } from '../../search/analysis.ts';
import { nameKeys } from '../../search/flags/creator-names.ts';
import { type TraitKind, type Traits, traitKinds } from '../../search/flags/traits.ts';

/** Works with more creators are compared with each other by identifiers of creators alone. */
const mostNamed = 100;

/** The schemes of identifiers that registries give to works and that indexes of citations count by. */
export const registries: ReadonlySet<string> = new Set(['doi', 'pmid', 'omid']);

/** Makes the keys of a work from its identifiers and its description. */
export function traitsOf(
	identifiers: readonly Pick<Identifier, 'scheme'>[],
	{ Creator = [], Container = {}, Publisher = [], PublicationDate, Notice = [] }: Description,
): Traits {
	const isMany = Creator.length > mostNamed;
	const { ISSN = [], Title = '' } = Container;
	const creators = Creator.flatMap(creatorKeys);
	return [
		...new Set([
			...(creators.length === 0 ? [] : [trait('creators', isMany ? 'many' : '')]),
			...creators,
			...ISSN.map((issn) => trait('issn', issn)),
			...titleKeys(Title).map((title) => trait('container', title)),
			...Publisher.map(({ Name }) => trait('publisher', providerKey(Name))),
			...(identifiers.some(({ scheme }) => registries.has(scheme)) ? [trait('registered', '')] : []),
			...(PublicationDate === undefined ? [] : [trait('published', dayOf(PublicationDate))]),
			...noticeKinds.flatMap((kind) => noticeKey(Notice.filter(({ Kind }) => Kind === kind))),
		]),
	];
}

/** Makes one key of `The Annals of Tests & Trials` and `Annals of Tests and Trials`; none without words. */
function titleKeys(title: string): string[] {
	const words = analyse(title);
	const named = words.filter((word) => word !== 'the' && word !== 'and');
	const key = (named.length > 0 ? named : words).join(' ');
	return key === '' ? [] : [key];
}

function dayOf(date: string): string {
	return date.slice(0, 'YYYY-MM-DD'.length);
}

const traitOfNotices = {
	retraction: 'retracted',
	correction: 'corrected',
	concern: 'concern',
} as const satisfies Record<NoticeKind, TraitKind>;

/** Makes the key of notices of one kind: of the earliest date, as precise as any of them has it. */
function noticeKey(notices: readonly Notice[]): string[] {
	const [first] = notices;
	if (first === undefined) return [];
	const dates = notices.flatMap(({ Date: date }) => (date === undefined ? [] : [dayOf(date)])).sort();
	// 2015 is before 2015-06-03, which says the same more precisely.
	const earliest = dates.find((date, at) => !dates[at + 1]?.startsWith(date)) ?? '';
	return [trait(traitOfNotices[first.Kind], earliest)];
}

/** Lists the keys by which a creator is compared: of identifiers, or else of names. */
export function creatorKeys({ Name, Identifier }: Agent): string[] {
	// An ORCID iD is an ISNI, too: the same number.
	const ids = [Identifier].flat().flatMap((one) => orcidIn(one) ?? isniIn(one) ?? []);
	if (ids.length > 0) return ids.map((id) => trait('creatorId', id));
	return nameKeys(Name).map((key) => trait('creatorName', key));
}

function isniIn(identifier: unknown): string | undefined {
	const { ID = '', IDScheme = '' } = (identifier ?? {}) as Partial<ShownIdentifier>;
	return /isni/i.test(IDScheme) || /\bisni\.org\//i.test(ID) ? canonicalValue('isni', ID) : undefined;
}

function trait(kind: TraitKind, value: string): string {
	return (traitKinds[kind] + value).replaceAll('\n', ' ');
}
