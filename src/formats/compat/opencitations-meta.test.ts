// Tests the rows of OpenCitations Meta.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DescribedObject } from '../scholix/described-object.ts';
import { workRow } from './opencitations-meta.ts';

const self = 'https://links.example.org/api/objects/17';
const rowOf = (described: Partial<DescribedObject> = {}) =>
	workRow({ Identifiers: [{ ID: '10.1000/a', IDScheme: 'doi' }], Type: { Name: 'literature' }, ...described }, self);

describe('a row of OpenCitations Meta', () => {
	it('has every value that is not known as an empty text', () => {
		const { id, ...others } = rowOf();
		assert.equal(id, 'doi:10.1000/a');
		assert.deepEqual(new Set(Object.values(others)), new Set(['']));
	});

	it('names each author with an ORCID iD, or an address within that of the work', () => {
		const Creator = [
			{ Name: 'Doe, Ada', Identifier: [{ ID: '0000-0002-1825-0097', IDScheme: 'orcid' }] },
			{ Name: 'The Tides;\nGroup [East]' },
		];
		assert.equal(
			rowOf({ Creator }).author,
			`Doe, Ada [orcid:0000-0002-1825-0097]; The Tides, Group [East] [url:${self}#author-2]`,
		);
		assert.equal(rowOf({ Publisher: [{ Name: 'A Press' }] }).publisher, `A Press [url:${self}#publisher-1]`);
	});

	it('has the place of the work in its journal, with the ISSNs', () => {
		const Container = { Title: 'Tides', ISSN: ['1234-5679', '2049-3630'], Volume: '7', Issue: '2', Pages: '1-9' };
		const { venue, volume, issue, page } = rowOf({ Container });
		assert.deepEqual([venue, volume, issue, page], ['Tides [issn:1234-5679 issn:2049-3630]', '7', '2', '1-9']);
		assert.equal(rowOf({ Container: { Title: 'Tides' } }).venue, `Tides [url:${self}#venue]`);
		assert.equal(rowOf({ Container: { ISSN: ['1234-5679'] } }).venue, '[issn:1234-5679]');
		assert.equal(rowOf({ Container: { Volume: '7' } }).venue, '');
	});

	it('has a date as far as the day', () => {
		assert.equal(rowOf({ PublicationDate: '2016-02-03T04:05:06Z' }).pub_date, '2016-02-03');
		assert.equal(rowOf({ PublicationDate: '2016' }).pub_date, '2016');
	});

	it('has the word of Meta for its type; literature of an unknown kind has none', () => {
		const typeOf = (Name: string, SubType?: string) => rowOf({ Type: { Name, ...(SubType && { SubType }) } }).type;
		assert.deepEqual(
			[typeOf('literature', 'JournalArticle'), typeOf('literature', 'book-chapter'), typeOf('software')],
			['journal article', 'book chapter', 'computer program'],
		);
		assert.deepEqual([typeOf('literature'), typeOf('literature', 'poster'), typeOf('unknown')], ['', '', '']);
	});
});
