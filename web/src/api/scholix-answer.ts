// The answers of the public interface as they come over the wire, and what is read from them; knows
// neither fetch nor page.
import { identifierUrl } from '../../../src/identifiers/index.ts';
import { type ObjectTypeName, readType } from '../relations.ts';

export type WireIdentifier = { ID: string; IDScheme: string };

/** Describes a work; only Identifiers and Type are always there. */
export type WireObject = {
	Identifiers: WireIdentifier[];
	Type?: { Name: string };
	Title?: string;
	/** The title with its mark-up (see title-markup.ts), where that tells more. */
	TitleMarkup?: string;
	Creator?: { Name: string }[];
	PublicationDate?: string;
	/** The journal or book in which it appeared. */
	Container?: { Title: string };
	Publisher?: { Name: string }[];
	/** How many there are, where the list has but the first of them. */
	CreatorTotal?: number;
	PublisherTotal?: number;
	/** Told where versions are grouped, also of a work that is its only version. */
	Versions?: WireVersion[];
};

/** Counts the versions of a work; one where none are told. */
export function versionCount({ Versions }: WireObject): number {
	return Versions?.length ?? 1;
}

export type WireAssertion = {
	LinkPublicationDate: string;
	LinkProvider: { Name: string };
	SubType?: string;
	SubTypes?: string[];
};

/** Names one version of a work by its identifiers. */
export type WireVersion = { Identifiers: WireIdentifier[] };

/** Says which version of the asked work (Source) is linked to which version of the other one. */
export type WireVia = { Source: WireVersion; Target: WireVersion; LinkHistory: WireAssertion[] };

export type WireLink = {
	Relation?: { Name: string };
	Target: WireObject;
	LinkHistory: WireAssertion[];
	/** Told where versions are grouped; the first ones where ViaTotal says that there are more. */
	Via?: WireVia[];
	ViaTotal?: number;
};

export type WireAnswer = { Source: WireObject; Relationships: WireLink[] };

/** Says how a question was understood, and what may be meant instead where that is not known. */
export type WireQuery = {
	understood_as: WireIdentifier;
	known: boolean;
	suggestions: (WireIdentifier & { reason: string })[];
};

/** Counts a whole result; by version only where versions are grouped. */
export type WireAggregations = {
	type: { buckets: { key: string; doc_count: number; publication_year: WireBuckets<number> }[] };
	subtype: WireBuckets<string>;
	via?: WireBuckets<string>;
};

export type WireBuckets<Key> = { buckets: { key: Key; doc_count: number }[] };

const noIdentifier: WireIdentifier = { ID: '', IDScheme: 'unknown' };

/** Tells the type of a work. */
export function typeOf(object: WireObject): ObjectTypeName {
	return readType(object.Type?.Name);
}

/** Tells the year of publication; undefined where none is known. */
export function yearOf(object: WireObject): number | undefined {
	const year = /^\d{4}/.exec(object.PublicationDate ?? '')?.[0];
	return year === undefined ? undefined : Number(year);
}

/** Tells where on the web an identifier leads; undefined where it has no address. */
export function webAddress({ ID, IDScheme }: WireIdentifier): string | undefined {
	return identifierUrl({ scheme: IDScheme, value: ID });
}

/** Reads the header X-Understood-As: scheme, colon, identifier, percent-encoded. */
export function readUnderstood(header: string | null): WireIdentifier {
	const [, scheme = noIdentifier.IDScheme, id = ''] = /^([^:]*):(.*)$/.exec(header ?? '') ?? [];
	return { ID: decodeURIComponent(id), IDScheme: decodeURIComponent(scheme) };
}

/** Tells whether two identifiers of answers are the same; answers spell one identifier one way. */
export function sameIdentifier(one: WireIdentifier, other: WireIdentifier): boolean {
	return one.IDScheme === other.IDScheme && one.ID === other.ID;
}

/** Names a work by its identifiers, the same whatever their order. */
export function objectKey(object: WireVersion): string {
	return object.Identifiers.map(({ ID, IDScheme }) => `${IDScheme}:${ID}`).sort()[0] ?? '';
}

/** Lists the words in which a link was given, each once. */
export function wordsOf(history: readonly WireAssertion[]): string[] {
	return [...new Set(history.flatMap(({ SubType, SubTypes }) => SubTypes ?? SubType ?? []))];
}
