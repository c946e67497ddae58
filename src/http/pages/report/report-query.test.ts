import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList } from '../../../links/identifier-list.ts';
import { countingOf, questionOf, readReportQuery, reportableOf } from './report-query.ts';

describe('the address of a report', () => {
	const read = (query: string) => readReportQuery(new URLSearchParams(query));

	it('is about one of a list, a prefix and a provider', () => {
		assert.deepEqual(reportableOf(read('ids=10.1%2Fa%0D%0A10.1%2Fb&prefix=')), { identifiers: ['10.1/a', '10.1/b'] });
		assert.deepEqual(reportableOf(read('ids=&prefix=+10.5281')), { prefix: '10.5281' });
		assert.deepEqual(reportableOf(read('provider=Zenodo')), { provider: 'Zenodo' });
		for (const query of ['', 'ids=+', 'prefix=10.5281&provider=Zenodo', `ids=${'a,%20'.repeat(2)}&prefix=10.1`])
			assert.ok('problem' in reportableOf(read(query)), query);
		const many = Array.from({ length: 10_001 }, (_, at) => `10.1/${at}`).join('\n');
		const { problem } = reportableOf({ ...read(''), ids: readList(many) }) as { problem: string };
		assert.match(problem, /^The list has 10,001 identifiers; a report takes at most 10,000/);
	});

	it('says what counts as a citation, with flags joined or ticked one by one', () => {
		const asked = 'ids=10.1%2Fa&definition=strict&exclude=self,machine&exclude=unregistered';
		assert.deepEqual(countingOf(read(asked)), { definition: 'strict', exclude: 'self,machine,unregistered' });
		assert.deepEqual(countingOf(read('ids=10.1%2Fa&definition=&exclude=')), {});
	});

	it('is loaded in steps', () => {
		const list = { identifiers: ['a', 'b', 'c'] };
		assert.deepEqual(questionOf(list, { since: '2018-01-01', cursor: undefined, size: 2 }), {
			identifiers: ['a', 'b'],
			since: '2018-01-01',
		});
		assert.deepEqual(questionOf(list, { since: undefined, cursor: '2', size: 2 }), { identifiers: ['c'] });
		assert.deepEqual(questionOf({ prefix: '10.1' }, { since: undefined, cursor: 'more', size: 2 }), {
			...{ prefix: '10.1', size: 2, cursor: 'more' },
		});
	});
});
