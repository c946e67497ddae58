import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DescribedObject } from '../scholix/described-object.ts';
import { relatedIdentifier } from './related-identifier.ts';

const object = (identifiers: Record<string, string>, Type: DescribedObject['Type'] = { Name: 'unknown' }) => ({
	Identifiers: Object.entries(identifiers).map(([IDScheme, ID]) => ({ ID, IDScheme })),
	Type,
});
const stated = (...subTypes: string[]) => [{ subTypes }];

describe('a related identifier of InvenioRDM', () => {
	it('has the relation as the record reads it, in the words of its vocabulary', () => {
		for (const [relation, id] of [
			['isCitedBy', 'iscitedby'],
			['cites', 'cites'],
			['isSupplementTo', 'issupplementto'],
			['isSupplementedBy', 'issupplementedby'],
		] as const) {
			assert.deepEqual(relatedIdentifier(relation, object({ doi: '10.1/a' }), stated('References')), {
				identifier: '10.1/a',
				scheme: 'doi',
				relation_type: { id },
			});
		}
	});

	it('has the word of a provider where the work is related in another way, if there is one for it', () => {
		const related = (...words: string[]) =>
			relatedIdentifier('isRelatedTo', object({ doi: '10.1/a' }), stated(...words));
		assert.deepEqual(related('Anything', 'IsReviewedBy')?.relation_type, { id: 'isreviewedby' });
		assert.equal(related('IsRelatedTo'), undefined);
		assert.equal(related(), undefined);
	});

	it('is the identifier that lasts longest, of a scheme that the repository knows', () => {
		const chosen = (identifiers: Record<string, string>) => relatedIdentifier('cites', object(identifiers), []);
		assert.equal(chosen({ url: 'https://example.org', ads: '2014A', doi: '10.1/a' })?.scheme, 'doi');
		assert.equal(chosen({ url: 'https://example.org', ads: '2014A' })?.scheme, 'ads');
		assert.equal(chosen({ ascl: '1407.016', pmcid: 'PMC1' }), undefined);
	});

	it('says what the work is, as far as that is known', () => {
		const typeOf = (Type: DescribedObject['Type']) =>
			relatedIdentifier('cites', object({ doi: '10.1/a' }, Type), [])?.resource_type?.id;
		assert.equal(typeOf({ Name: 'software' }), 'software');
		assert.equal(typeOf({ Name: 'dataset' }), 'dataset');
		assert.equal(typeOf({ Name: 'literature' }), 'publication');
		assert.equal(typeOf({ Name: 'literature', SubType: 'Preprint' }), 'publication-preprint');
		assert.equal(typeOf({ Name: 'unknown' }), undefined);
	});
});
