// How people say what the columns of a table are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrokerError } from '../../errors.ts';
import { readColumnChoice } from './column-roles.ts';
import { translated } from './translated.fixture.ts';

const table = 'A,B,C,D\n10.1234/a,10.1234/b,2024,10.1234/d\n';
const read = async (columns: string, text = table, supplied = {}) =>
	translated(text, { provider: 'A Library', supplied: { ...supplied, columns: readColumnChoice(columns) } });

describe('the columns that are chosen', () => {
	it('are those of a list of roles from the first on, the others being nothing', async () => {
		assert.deepEqual((await read('target,source')).links, ['doi:10.1234/b IsRelatedTo doi:10.1234/a, A Library']);
		assert.deepEqual((await read('-, source, Date, target')).links, [
			'doi:10.1234/b IsRelatedTo doi:10.1234/d, 2024, A Library',
		]);
	});

	it('are those with a name or number, and the role of the others is found out', async () => {
		const text = 'source,target,relation,when\n10.1234/a,10.1234/b,Cites,2024-05-01\n';
		assert.deepEqual((await read('source=target,2=source', text)).links, [
			'doi:10.1234/b Cites doi:10.1234/a, 2024-05-01, A Library',
		]);
		assert.deepEqual((await read('when=-', text)).links, ['doi:10.1234/a Cites doi:10.1234/b, A Library']);
	});

	it('give a role that is given by name to no other column', async () => {
		const text = 'source,target,data\n10.1234/a,10.1234/b,10.1234/c\n';
		assert.deepEqual((await read('data=target', text)).links, ['doi:10.1234/a IsRelatedTo doi:10.1234/c, A Library']);
	});

	it('may hold several identifiers of one work, titles, types, journals and schemes', async () => {
		const text = 'a,b,c,d,e,f,g\n1234567,PMID,10.1234/a,A Title,10.1234/b,dataset,Acta\n';
		const roles = 'source,source-scheme,source,source-title,target,target-type,source-journal';
		const { links, object } = await read(roles, text);
		assert.deepEqual(links, ['pmid:1234567 = doi:10.1234/a IsRelatedTo doi:10.1234/b, A Library']);
		assert.equal(object('doi:10.1234/a')?.Title, 'A Title');
		assert.deepEqual(object('doi:10.1234/a')?.Container, { Title: 'Acta' });
		assert.equal(object('doi:10.1234/b')?.Type.Name, 'dataset');
	});

	it('of one end alone are linked with the source that is given', async () => {
		const source = { id: '10.1234/z', scheme: 'doi' };
		for (const columns of ['source', 'target'])
			assert.deepEqual((await read(columns, table, { source })).links, [
				'doi:10.1234/z IsRelatedTo doi:10.1234/a, A Library',
			]);
	});

	it('are shown with the first rows, and with three different values of each column that are filled in', async () => {
		const rows = [
			'A,B,C',
			...['10.1234/a,10.1234/b,', '10.1234/a,10.1234/c,', `10.1234/d,10.1234/c,${'long '.repeat(50)}`],
			...['10.1234/e,10.1234/c,', '10.1234/f,10.1234/c,', '10.1234/g,10.1234/c,noted'],
		];
		const { translation } = await read('source,target', rows.join('\n'));
		assert.deepEqual(translation.table, {
			hasNames: true,
			columns: [
				{ name: 'A', role: 'source', values: ['10.1234/a', '10.1234/d', '10.1234/e'] },
				{ name: 'B', role: 'target', values: ['10.1234/b', '10.1234/c'] },
				{ name: 'C', role: '-', values: [`${'long '.repeat(40)}…`, 'noted'] },
			],
			rows: rows.slice(1, 6).map((row) => row.split(',').map((cell) => cell.trim())),
		});
	});

	it('of a table without names go by their numbers, and its first row is a row', async () => {
		const { links, translation } = await read('1=target,2=source', '10.1234/a,10.1234/b\n10.1234/c,10.1234/d\n');
		assert.equal(links.length, 2);
		assert.equal(translation.table?.hasNames, false);
		assert.deepEqual(translation.table?.rows[0], ['10.1234/a', '10.1234/b']);
		assert.deepEqual(translation.table?.columns[0]?.values, ['10.1234/a', '10.1234/c']);
	});

	it('are refused where the table does not have them', async () => {
		await assert.rejects(read('-,-,-,source,target'), /roles are chosen for 5 columns, and the table has 4/);
		await assert.rejects(read('E=source'), /the table has no column "E"; it has "A", "B", "C", "D"/);
		await assert.rejects(read('A=source,1=target'), /column 1 \("A"\) is given two roles/);
		await assert.rejects(read('date'), /no column is chosen to hold identifiers/);
	});

	it('are refused where they cannot be understood, with all roles', () => {
		for (const [text, problem] of [
			['source,nothing', /"nothing" is not a role/],
			['date,date', /gives the role date to several columns/],
			['source,B=target', /mixes/],
			['=source', /a role stands without a column/],
		] as const) {
			assert.throws(
				() => readColumnChoice(text),
				(error: BrokerError) => {
					assert.equal(error.code, 'bad-query');
					assert.match(error.message, problem);
					assert.match(error.message, /the roles are source, target, relation, date, provider/);
					return true;
				},
			);
		}
	});

	it('go with tables of one’s own alone', async () => {
		const supplied = { columns: readColumnChoice('source,target') };
		await assert.rejects(translated(table, { from: 'opencitations', supplied }), /for your own tables only/);
	});
});
