import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasCode } from '../../errors.ts';
import { readRowQuery, restructuring, rowTest, sortRows } from './rows.ts';

const types = { creation: 'date', timespan: 'duration' } as const;
const row = (creation: string, timespan = '', citing = 'doi:10.1000/a') => ({ citing, creation, timespan });
const kept = (filter: string[], rows: ReturnType<typeof row>[], require: string[] = []) =>
	rows.filter(rowTest({ filter, require }, types)).map(({ creation }) => creation);

describe('the rows of an answer of OpenCitations', () => {
	it('are left out where a required column is empty', () => {
		assert.deepEqual(kept([], [row('2016'), row('')], ['creation']), ['2016']);
	});

	it('are asked for in an address, where exclude means what require means', () => {
		const url = new URL('http://b.example/?exclude=cited&require=creation&filter=cited:a,b&json=&_=1');
		assert.deepEqual(readRowQuery(url), {
			...{ require: ['creation', 'cited'], filter: ['cited:a,b'], sort: [], json: [] },
		});
		for (const query of ['sort=asc(cited)&'.repeat(21), `json=${'a'.repeat(1_001)}`]) {
			assert.throws(
				() => readRowQuery(new URL(`http://b.example/?${query}`)),
				(error) => hasCode(error, 'bad-query'),
			);
		}
	});

	it('are filtered by comparison, dates by what is known of them', () => {
		const rows = [row('2016'), row('2016-05'), row('2016-05-02'), row('')];
		assert.deepEqual(kept(['creation:>2016-05'], rows), ['2016-05-02']);
		assert.deepEqual(kept(['creation:=2016-01-01'], rows), ['2016']);
		assert.deepEqual(kept(['creation:<2016-05'], rows), ['2016', '']);
	});

	it('are filtered by the length of a duration, and by a regular expression in any letter case', () => {
		const rows = [row('1', 'P1Y2M'), row('2', 'P400D'), row('3', '-P2Y'), row('4')];
		assert.deepEqual(kept(['timespan:<P400D'], rows), ['3']);
		assert.deepEqual(kept(['timespan:>P1Y1M'], rows), ['1', '2', '4']);
		assert.deepEqual(kept(['citing:ZENODO\\.\\d+$'], [row('1', '', 'doi:10.5281/zenodo.12'), row('2')]), ['1']);
	});

	it('are not filtered by a column that they lack', () => {
		assert.deepEqual(kept(['title:x'], [row('1')]), ['1']);
	});

	it('refuse a pattern that is not a regular expression, or is too long', () => {
		for (const pattern of ['(', '(?<=a)b', 'a'.repeat(201), '(?:.{30}){30}']) {
			assert.throws(
				() => kept([`citing:${pattern}`], []),
				(error) => hasCode(error, 'bad-query'),
				pattern,
			);
		}
	});

	it('refuse many large patterns, and a pattern that is large for so much text', () => {
		const large = 'citing:(?:.{20}){20}!';
		assert.deepEqual(kept([large], [row('2016')]), []);
		assert.throws(
			() => kept([large, large], []),
			(error) => hasCode(error, 'bad-query'),
		);
		assert.throws(
			() => kept([large], [row('2016', '', 'a'.repeat(3_000_000))]),
			(error) => hasCode(error, 'answer-too-large'),
		);
	});

	it('are sorted as dates and durations, the unknown first and last', () => {
		const rows = [row('2016', 'P2Y'), row('', ''), row('2016-02', '-P1D'), row('2015-12-31', 'P13M')];
		const by = (...sort: string[]) => sortRows(rows, sort, types).map(({ creation }) => creation);
		assert.deepEqual(by('asc(creation)'), ['', '2015-12-31', '2016', '2016-02']);
		assert.deepEqual(by('desc(timespan)'), ['', '2016', '2015-12-31', '2016-02']);
		assert.deepEqual(by('creation'), by('asc(creation)'));
		assert.deepEqual(
			by('asc(title)'),
			rows.map(({ creation }) => creation),
		);
	});

	it('have lists and objects for texts', () => {
		const restructure = (row: Record<string, string>, json: string[]) => restructuring(json)(row);
		const given = { citing: 'doi:10.1/a pmid:7', author: 'Ali, Ada; Bo, Ben', empty: '' };
		assert.deepEqual(restructure(given, ['array(" ",citing)']).citing, ['doi:10.1/a', 'pmid:7']);
		assert.deepEqual(restructure(given, ['array("; ",author)', 'dict(", ",author,family,given)']).author, [
			{ family: 'Ali', given: 'Ada' },
			{ family: 'Bo', given: 'Ben' },
		]);
		assert.deepEqual(restructure(given, ['dict(":",citing,scheme,rest)', 'array(" ",citing.rest)']).citing, {
			scheme: 'doi',
			rest: ['10.1/a', 'pmid:7'],
		});
		assert.deepEqual(restructure(given, ['array(" ",empty)', 'array(" ",title)']).empty, []);
	});

	it('are not divided into thousands of parts, nor get long names', () => {
		const long = 'a'.repeat(2_000);
		assert.equal(restructuring(['array("a",title)'])({ title: long }).title, long);
		assert.throws(
			() => restructuring([`dict("a",title,${'n'.repeat(61)})`]),
			(error) => hasCode(error, 'bad-query'),
		);
	});
});
