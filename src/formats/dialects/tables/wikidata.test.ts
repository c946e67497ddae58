// Tests what is read of answers of Wikidata's query service.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readColumnChoice } from '../column-roles.ts';
import { translated } from '../translated.fixture.ts';

/** An answer whose variables hold these; numbers are entities. */
function answer(...rows: readonly Record<string, string | number>[]): string {
	const bound = (value: string | number) =>
		typeof value === 'number'
			? { type: 'uri', value: `http://www.wikidata.org/entity/Q${value}` }
			: { type: 'literal', value };
	const bindings = rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bound(value)])),
	);
	return JSON.stringify({ head: { vars: Object.keys(rows[0] ?? {}) }, results: { bindings } });
}

describe('an answer of Wikidata', () => {
	it('links what its variables call citing and cited, in either order, under any of their names', async () => {
		for (const row of [
			{ citing: 11, cited: 12 },
			{ cited_work: 12, citing_work: 11 },
			{ item: 11, cites: 12 },
			{ citedBy: 11, paper: 12 },
			{ referencing: 11, reference: 12 },
			{ author: 13, item: 11, topic: 14, cites: 12 },
			{ citing_author: 13, citing_article: 11, cited_article: 12, cited_topic: 14 },
		]) {
			const { links, leftOut } = await translated(answer(row));
			assert.deepEqual([links, leftOut], [['wikidata:Q11 Cites wikidata:Q12, Wikidata'], []], JSON.stringify(row));
		}
	});

	it('describes each work by the variables that are named after it or stand behind it', async () => {
		const { links, object } = await translated(
			answer({
				...{ item: 21, itemLabel: 'One', doi: '10.1234/ONE', journalLabel: 'Things', date: '2019-03-04T00:00:00Z' },
				...{ cites: 22, citesLabel: 'Two', citesDOI: '10.1234/TWO', cites_year: '2001' },
			}),
		);
		assert.deepEqual(links, [
			'wikidata:Q21 = doi:10.1234/ONE Cites wikidata:Q22 = doi:10.1234/TWO, 2019-03-04T00:00:00Z, Wikidata',
		]);
		assert.deepEqual(object('wikidata:Q21')?.Container, { Title: 'Things' });
		assert.equal(object('wikidata:Q21')?.Title, 'One');
		assert.deepEqual([object('wikidata:Q22')?.Title, object('wikidata:Q22')?.PublicationDate], ['Two', '2001']);
	});

	it('takes a variable for one of a work only where its name goes on from that', async () => {
		const row = {
			p: 23,
			pLabel: 'Three',
			pmid: '12345',
			publisherLabel: 'A Press',
			cited_item: 24,
			citedItemLabel: 'Four',
		};
		const { links, object } = await translated(answer(row));
		assert.deepEqual(links, ['wikidata:Q23 = pmid:12345 Cites wikidata:Q24, Wikidata']);
		assert.deepEqual([object('wikidata:Q23')?.Title, object('wikidata:Q24')?.Title], ['Three', 'Four']);
		assert.deepEqual(object('wikidata:Q23')?.Publisher, [{ Name: 'A Press' }]);
	});

	it('uses no number as a title, and no DOI of which it is open whose it is', async () => {
		const { links, object } = await translated(
			answer({ citing: 31, citingLabel: 'Q31', cited: 32, doi: '10.1234/whose' }),
		);
		assert.deepEqual(links, ['wikidata:Q31 Cites wikidata:Q32, Wikidata']);
		assert.equal(object('wikidata:Q31')?.Title, undefined);
	});

	it('is refused where no name says what cites, unless columns are chosen', async () => {
		for (const row of [
			{ a: 41, b: 42 },
			{ paper: 41, dataset: 42 },
			{ cites: 42, one: 41, other: 43 },
		]) {
			await assert.rejects(translated(answer(row)), /does not say which of \?.*call them \?citing and \?cited/);
		}
		const columns = readColumnChoice('b=source,a=target');
		const row = { a: 41, aLabel: 'Forty-one', b: 42, bLabel: 'Forty-two' };
		const { links, object } = await translated(answer(row), { supplied: { columns } });
		assert.deepEqual(links, ['wikidata:Q42 Cites wikidata:Q41, Wikidata']);
		assert.deepEqual([object('wikidata:Q41')?.Title, object('wikidata:Q42')?.Title], ['Forty-one', 'Forty-two']);
	});

	it('row by row has its columns chosen by name, since variables without a value are missing', async () => {
		const rows = JSON.stringify([
			{ a: 'http://www.wikidata.org/entity/Q41', b: 'http://www.wikidata.org/entity/Q42', c: 'x' },
			{ c: 'y', b: 'http://www.wikidata.org/entity/Q43', a: 'http://www.wikidata.org/entity/Q41' },
		]);
		const choosing = (text: string) => translated(rows, { supplied: { columns: readColumnChoice(text) } });
		assert.deepEqual((await choosing('a=source,b=target')).links, [
			'wikidata:Q41 Cites wikidata:Q42, Wikidata',
			'wikidata:Q41 Cites wikidata:Q43, Wikidata',
		]);
		await assert.rejects(choosing('source,target'), /roles are given by their names/);
	});

	it('of one entity a row lists works, which --source cites', async () => {
		const list = answer({ work: 51, workLabel: 'A Work' });
		assert.equal((await translated(list)).object('wikidata:Q51')?.Title, 'A Work');
		const { links } = await translated(list, { supplied: { source: { id: '10.1234/s', scheme: 'doi' } } });
		assert.deepEqual(links, ['doi:10.1234/s Cites wikidata:Q51, Wikidata']);
	});
});

describe('JSON of a dialect without columns', () => {
	it('is refused where columns are chosen', async () => {
		const columns = readColumnChoice('a=source,b=target');
		for (const [name, document] of Object.entries({
			openalex: { id: 'https://openalex.org/W1', ids: {}, referenced_works: ['https://openalex.org/W2'] },
			'semantic-scholar': { paperId: 'x', externalIds: { DOI: '10.1234/x' } },
			scholix: { Source: {}, Target: {} },
		})) {
			const refusal = new RegExp(`The columns of ${name} are fixed`);
			await assert.rejects(translated(JSON.stringify([document]), { supplied: { columns } }), refusal);
		}
	});
});
