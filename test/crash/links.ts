// Bodies of links that overlap: a few hundred works that are cited, merged, made versions of one
// another, and withdrawn.
import type { Random } from '../random.ts';

export type Action = 'assert' | 'withdraw' | 'replace';

const works = 300;
const providers = ['Ada Index', 'Bel Archive', 'Cyd Journal'];

function object(random: Random, name: string): object {
	return {
		Identifier: { ID: `10.1000/${name}`, IDScheme: 'doi' },
		Type: { Name: random.pick(['literature', 'software', 'dataset', 'unknown']) },
		...(random.happens(0.5) && { Title: `Title ${random.between(1, 9)} of ${name}` }),
		...(random.happens(0.3) && { PublicationDate: `20${random.between(10, 29)}-01-0${random.between(1, 9)}` }),
	};
}

function link(random: Random, relation: string): object {
	const name = () => `work.${random.between(1, works)}`;
	return {
		Source: object(random, name()),
		RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
		Target: object(random, name()),
		LinkProvider: [{ Name: random.pick(providers) }],
		LinkPublicationDate: `20${random.between(10, 29)}-0${random.between(1, 9)}-01`,
	};
}

/** Makes the links of a body; `tag` is in the first one and in no other body. */
export function makeLinks(random: Random, tag: string, count: number): object[] {
	const links = Array.from({ length: count }, () => {
		if (random.happens(0.02)) return link(random, 'IsIdenticalTo');
		return link(random, random.happens(0.03) ? 'HasVersion' : random.pick(['Cites', 'IsSupplementTo', 'References']));
	});
	const [first] = links as [Record<'Source', object>];
	first.Source = { ...first.Source, Identifier: { ID: `10.1000/${tag}`, IDScheme: 'doi' } };
	return links;
}

/** Chooses what a body does; most assert. */
export function chooseAction(random: Random): Action {
	return random.happens(0.75) ? 'assert' : random.pick(['withdraw', 'replace']);
}
