import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSubmittedLink } from './submitted-link.ts';

const identifier = (ID: string) => ({ ID, IDScheme: 'doi' });
const link = {
	Source: { Identifier: identifier('10.5072/a'), Type: { Name: 'literature' }, Title: 'On a' },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: [identifier('10.5072/b'), identifier('10.5072/c')], Type: { Name: 'dataset' } },
	LinkProvider: [{ Name: 'Crossref' }, { Name: 'DataCite' }],
	LinkPublicationDate: '2019-06',
};

describe('a link of an event', () => {
	it('has both ends with all their identifiers, its provider and its date', () => {
		assert.deepEqual(readSubmittedLink(link), {
			source: { title: 'On a', identifiers: [identifier('10.5072/a')] },
			relation: 'References',
			target: { title: undefined, identifiers: [identifier('10.5072/b'), identifier('10.5072/c')] },
			providers: ['Crossref', 'DataCite'],
			date: '2019-06',
		});
	});

	it('is worded by its SubType where it has one', () => {
		const worded = { ...link, RelationshipType: { Name: 'IsRelatedTo', SubType: 'HasVersion' } };
		assert.equal(readSubmittedLink(worded)?.relation, 'HasVersion');
	});

	it('is none where a part of it is missing', () => {
		for (const other of [null, 'x', [], {}, { ...link, Target: { Identifier: [] } }, { ...link, RelationshipType: 1 }])
			assert.equal(readSubmittedLink(other), undefined);
	});
});
