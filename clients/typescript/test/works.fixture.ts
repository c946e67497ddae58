// Links for tests: a work with any number of citing works.
import type { ScholixLink } from '../src/index.ts';

export const cited = '10.5555/cited';

/** Returns the identifier of the citing work with this number. */
export function citingId(number: number): string {
	return `10.5555/citing.${number}`;
}

/** Returns links by which `count` works, from number `first`, cite the work. */
export function* citations(count: number, { first = 0, provider = 'Tests' } = {}): Generator<ScholixLink> {
	for (let number = first; number < first + count; number++) {
		yield {
			Source: { Identifier: { ID: citingId(number), IDScheme: 'doi' }, Type: 'literature', Title: `Paper ${number}` },
			RelationshipType: { Name: 'References', SubType: 'Cites', SubTypeSchema: 'DataCite' },
			Target: { Identifier: { ID: cited, IDScheme: 'doi' }, Type: { Name: 'software' }, Title: 'A cited package' },
			LinkProvider: [{ Name: provider }],
			LinkPublicationDate: '2026-01-31',
		};
	}
}
