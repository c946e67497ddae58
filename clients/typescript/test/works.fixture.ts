// Links for the tests: a work with as many citing works as a test wants.
import type { ScholixLink } from '../src/index.ts';

export const cited = '10.5555/cited';

/** Names the citing work with this number. */
export function citingId(number: number): string {
	return `10.5555/citing.${number}`;
}

/** Says that the citing works from `first` on, so many, cite the work. */
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
