// Tests which end of a link the columns of a table name and describe.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (content: string) => translated(content, { provider: 'A Library' });

describe('the columns of a table', () => {
	it('say in German, Spanish or French, or behind the kind of work, which end cites', async () => {
		for (const names of [
			...['Zitierte DOI,Zitierende DOI', 'DOI citado,DOI citante', 'DOI cité,DOI citant'],
			...['Article cited,Article citing', 'Article cité,Article citant', 'Cited paper,Paper citing'],
		]) {
			const { links } = await read(`${names}\n10.1234/b,10.1234/a\n`);
			assert.deepEqual(links, ['doi:10.1234/a Cites doi:10.1234/b, A Library'], names);
		}
	});

	it('describe the works at its ends: year, creators, publisher, journal and the place in it', async () => {
		const { links, object } = await read(
			'DOI,Title,Year,Authors,Publisher,Journal,ISSN,Volume,Issue,Page start,Page end,Author Keywords,Cited DOI\n' +
				'10.1234/a,A,2019,"Doe, J.; Roe, R.",P,J,1932-6203,7,2,11,19,one; two,10.1234/b\n',
		);
		assert.deepEqual(links, ['doi:10.1234/a Cites doi:10.1234/b, A Library']);
		const { PublicationDate, Creator, Publisher, Container, Keywords } = object('doi:10.1234/a') ?? {};
		assert.equal(PublicationDate, '2019');
		assert.deepEqual(Creator, [{ Name: 'Doe, J.' }, { Name: 'Roe, R.' }]);
		assert.deepEqual(Publisher, [{ Name: 'P' }]);
		assert.deepEqual(Keywords, ['one', 'two']);
		assert.deepEqual(Container, { Title: 'J', ISSN: ['1932-6203'], Volume: '7', Issue: '2', Pages: '11-19' });
	});

	it('give a year to the work, and a date to the link', async () => {
		const years = await read(
			'source,source year,target,publication date,date\n10.1234/a,2001,10.1234/b,2002-03,2024\n',
		);
		assert.deepEqual(years.links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, 2024, A Library']);
		assert.equal(years.object('doi:10.1234/a')?.PublicationDate, '2001');
		const neither = await read('Artikel;Daten;Jahr\n10.1234/a;10.1234/b;2024\n');
		assert.deepEqual(neither.links, ['doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
		assert.equal(neither.object('doi:10.1234/b')?.PublicationDate, undefined);
	});

	it('describe neither work behind both, unless they go on with those of the second', async () => {
		const second = async (names: string, cells: string) => {
			const { object } = await read(`Paper DOI,Dataset DOI,${names}\n10.1234/a,10.1234/b,${cells}\n`);
			const { Title, Creator, Container } = object('doi:10.1234/b') ?? {};
			return [Title, Creator?.[0]?.Name, Container?.Title];
		};
		const nothing = [undefined, undefined, undefined];
		assert.deepEqual(await second('Linked on,Authors,Journal', '2024-05-01,"Doe, Ada",Acta'), nothing);
		assert.deepEqual(await second('Dataset title,Authors,Journal', 'B,"Doe, Ada",Acta'), ['B', 'Doe, Ada', 'Acta']);
	});

	it('have the title of the journal in the second of two titles of a work', async () => {
		const { object } = await read('DOI,Title,Publication Title\n10.1234/a,A,Acta\n');
		const { Title, Container } = object('doi:10.1234/a') ?? {};
		assert.deepEqual([Title, Container?.Title], ['A', 'Acta']);
	});
});
