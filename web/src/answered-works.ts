// Reads properties of the works in answers of the API. Pure; no I/O.
import type {
	AnsweredIdentifier,
	AnsweredObject,
	AnsweredVersion,
	LinkHistoryItem,
} from '../../clients/typescript/src/schemas.ts';
import { identifierUrl } from '../../src/identifiers/index.ts';
import { type ObjectTypeName, readType } from './relations.ts';

/** Counts the versions of a work; 1 if the answer lists none. */
export function versionCount({ Versions }: Pick<AnsweredObject, 'Versions'>): number {
	return Versions?.length ?? 1;
}

/** Names the type of a work. */
export function typeOf(object: Partial<Omit<AnsweredObject, 'Type'>> & { Type?: { Name: string } }): ObjectTypeName {
	return readType(object.Type?.Name);
}

/** Names the year of publication; undefined where none is known. */
export function yearOf(object: Partial<AnsweredObject>): number | undefined {
	const year = /^\d{4}/.exec(object.PublicationDate ?? '')?.[0];
	return year === undefined ? undefined : Number(year);
}

/** Returns the web address of an identifier; undefined if it has none. */
export function webAddress({ ID, IDScheme }: AnsweredIdentifier): string | undefined {
	return identifierUrl({ scheme: IDScheme, value: ID });
}

/** Returns whether two identifiers are equal; answers spell each identifier in one way. */
export function sameIdentifier(one: AnsweredIdentifier, other: AnsweredIdentifier): boolean {
	return one.IDScheme === other.IDScheme && one.ID === other.ID;
}

/** Names a work by its identifiers, the same whatever their order. */
export function objectKey(object: AnsweredVersion): string {
	return object.Identifiers.map(({ ID, IDScheme }) => `${IDScheme}:${ID}`).sort()[0] ?? '';
}

/** Lists the relation of a link as stated, each wording once. */
export function wordsOf(history: readonly LinkHistoryItem[]): string[] {
	return [...new Set(history.flatMap(({ SubType, SubTypes }) => SubTypes ?? SubType ?? []))];
}
