// The answer to a search as a Scholix document (the shape of application/x-scholix-v3+json); knows nothing of how it was found.
import type { RelationshipAnswer } from '../broker/search-relationships.ts';
import type { ObjectDocument, SearchItem } from '../search/search-index.ts';

export type RelationshipDocument = {
	Source: AnsweredObject;
	Relation?: { Name: string };
	GroupBy: string;
	Relationships: AnsweredRelationship[];
};

export type AnsweredObject = {
	Title?: string;
	Type: { Name: string };
	PublicationDate?: string;
	Identifiers: { ID: string; IDScheme: string }[];
};

export type AnsweredRelationship = {
	Target: AnsweredObject;
	/** Only where no relation was asked for. */
	Relation?: { Name: string };
	LinkHistory: { LinkPublicationDate: string; LinkProvider: { Name: string } }[];
};

/** Makes the document of an answer; an unknown source is the identifier that was asked for. */
export function relationshipDocument(answer: RelationshipAnswer): RelationshipDocument {
	const { asked, relation, groupBy, source, items } = answer;
	return {
		Source: source
			? answeredObject(source)
			: { Type: { Name: 'unknown' }, Identifiers: [{ ID: asked.value, IDScheme: asked.scheme }] },
		...(relation && { Relation: { Name: relation } }),
		GroupBy: groupBy,
		Relationships: items.map((item) => answeredRelationship(item, relation === undefined)),
	};
}

function answeredRelationship({ relation, object, history }: SearchItem, named: boolean): AnsweredRelationship {
	return {
		Target: answeredObject(object),
		...(named && { Relation: { Name: relation } }),
		LinkHistory: history.map(({ date, provider }) => ({ LinkPublicationDate: date, LinkProvider: { Name: provider } })),
	};
}

function answeredObject({ identifiers, fields, versions }: ObjectDocument): AnsweredObject {
	return JSON.parse(`{${fields},"Identifiers":${identifiers}${versions === '' ? '' : `,"Versions":${versions}`}}`);
}
