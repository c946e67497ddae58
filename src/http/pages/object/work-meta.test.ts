import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cslItem } from '../../../formats/csl-json/csl-json.ts';
import { jsonLdWork } from '../../../formats/json-ld/json-ld.ts';
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import { workMeta } from './work-meta.ts';

const page = 'https://links.example.org/objects/doi/10.1000/a';

/** Describes a work of a kind that appeared in something. */
function appeared(Type: DescribedObject['Type']): DescribedObject {
	return { Identifiers: [{ ID: '10.1000/a', IDScheme: 'doi' }], Type, Title: 'A', Container: { Title: 'B & C' } };
}

const kinds: [Type: DescribedObject['Type'], citation: string, csl: string, jsonLd: string][] = [
	[{ Name: 'literature' }, 'citation_journal_title', 'container-title', 'Periodical'],
	[{ Name: 'literature', SubType: 'Preprint' }, 'citation_journal_title', 'container-title', 'Periodical'],
	[{ Name: 'unknown' }, 'citation_journal_title', 'container-title', 'Periodical'],
	[{ Name: 'literature', SubType: 'book-chapter' }, 'citation_inbook_title', 'container-title', 'Book'],
	[{ Name: 'literature', SubType: 'ConferencePaper' }, 'citation_conference_title', 'container-title', 'Book'],
	[{ Name: 'literature', SubType: 'book' }, 'citation_series_title', 'collection-title', 'CreativeWorkSeries'],
	[{ Name: 'dataset' }, 'citation_series_title', 'collection-title', 'CreativeWorkSeries'],
];

describe('the journal, book or series in the head of a page', () => {
	it('is the journal of an article, the book of a chapter, and the series of a complete work', () => {
		for (const [Type, citation, csl, jsonLd] of kinds) {
			const object = appeared(Type);
			const described = jsonLdWork(object, { page, versions: [], cites: [], about: [] });
			const head = String(workMeta(object, page, described));
			assert.match(head, new RegExp(`<meta name="${citation}" content="B &amp; C">`), citation);
			assert.equal(cslItem(object)[csl as 'container-title'], 'B & C');
			assert.deepEqual(described.isPartOf, { '@type': jsonLd, name: 'B & C' });
		}
	});

	it('is nothing where it is not known', () => {
		const { Container: _, ...object } = appeared({ Name: 'literature' });
		const described = jsonLdWork(object, { page, versions: [], cites: [], about: [] });
		assert.doesNotMatch(String(workMeta(object, page, described)), /citation_journal_title|isPartOf/);
		assert.equal(JSON.stringify(cslItem(object)).includes('container-title'), false);
	});
});
