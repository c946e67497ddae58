// Reads a link of an event for display.
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';

/** Holds one end of a link. */
export type SubmittedObject = { title: string | undefined; identifiers: readonly AnsweredIdentifier[] };

/** Holds a link in words. */
export type SubmittedLink = {
	source: SubmittedObject;
	/** The relation as stated: the SubType if there is one. */
	relation: string;
	target: SubmittedObject;
	providers: readonly string[];
	date: string;
};

type Fields = Readonly<Record<string, unknown>>;

/** Reads a Scholix link object; undefined if it is not valid, such as an old record. */
export function readSubmittedLink(link: unknown): SubmittedLink | undefined {
	const { Source, RelationshipType, Target, LinkProvider, LinkPublicationDate } = fieldsOf(link);
	const { Name, SubType } = fieldsOf(RelationshipType);
	const [source, target] = [readObject(Source), readObject(Target)];
	const relation = textOf(SubType) ?? textOf(Name);
	if (!source || !target || relation === undefined) return undefined;
	const providers = listOf(LinkProvider).flatMap((provider) => textOf(fieldsOf(provider).Name) ?? []);
	return { source, relation, target, providers, date: textOf(LinkPublicationDate) ?? '–' };
}

function readObject(object: unknown): SubmittedObject | undefined {
	const { Identifier, Title } = fieldsOf(object);
	const identifiers = listOf(Identifier).flatMap((identifier) => {
		const { ID, IDScheme } = fieldsOf(identifier);
		return typeof ID === 'string' && typeof IDScheme === 'string' ? [{ ID, IDScheme }] : [];
	});
	return identifiers.length === 0 ? undefined : { title: textOf(Title), identifiers };
}

function fieldsOf(value: unknown): Fields {
	return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : value == null ? [] : [value];
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
