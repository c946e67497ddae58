// Says what `objects find` asks and prints.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { WorksAnswer } from '../../broker/objects/find-objects.ts';
import type { WorksQuery } from '../../broker/objects/works-query.ts';
import { openCommandLine } from '../command-line.fixture.ts';

const counts = { cites: 0, isCitedBy: 1_203, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };
const document = {
	identifiers: '[{"ID":"10.21105/joss.00024","IDScheme":"doi"}]',
	fields: '"Title":"corner.py","Type":{"Name":"software"},"PublicationDate":"2016-06-01"',
	versions: '',
};
const one: WorksAnswer = { total: 1, isWhole: true, works: [{ group: 7, document, counts }] };

describe('objects find', () => {
	let line: Awaited<ReturnType<typeof openCommandLine>>;
	before(async () => {
		line = await openCommandLine();
	});
	after(() => line.close());
	const find = async (answer: WorksAnswer, ...words: string[]) => {
		const asked: WorksQuery[] = [];
		const findObjects = async (query: WorksQuery) => {
			asked.push(query);
			return answer;
		};
		return { ...(await line.run(['objects', 'find', ...words], { broker: { findObjects } })), asked };
	};

	it('lists works with their citations', async () => {
		const { status, out, err } = await find(one, 'corner', 'plots');
		assert.equal(status, 0);
		assert.match(out, /^IDENTIFIER +TITLE +TYPE +PUBLISHED +CITED BY\n/);
		assert.match(out, /\ndoi:10\.21105\/joss\.00024 +corner\.py +software +2016-06-01 +1,203\n/);
		assert.match(err, /^1 work$/m);
	});

	it('asks what its words and options say', async () => {
		const { asked } = await find(one, 'corner', 'plots', '--type', 'software', '--group-by', 'identity', '--size', '3');
		assert.deepEqual(asked, [{ q: 'corner plots', type: 'software', group_by: 'identity', size: 3 }]);
		assert.equal((await find(one, 'a', '--sort', '-mostcited')).asked[0]?.sort, '-mostcited');
		assert.deepEqual((await find(one, '--type', 'software')).asked[0], {
			type: 'software',
			group_by: 'version',
			size: 20,
		});
	});

	it('needs words, a type or years', async () => {
		const { status, err, asked } = await find(one, '--size', '2');
		assert.deepEqual([status, asked], [2, []]);
		assert.match(err, /Give words, --type or --publication-year\./);
	});

	it('reports that there are more, and a lower bound of the total', async () => {
		const { err } = await find({ ...one, total: 10_000, isWhole: false, cursor: 'abc' }, 'corner');
		assert.match(err, /^1 of at least 10,000 works; more with --cursor abc$/m);
	});

	it('answers JSON as over HTTP, with a cursor in the place of addresses', async () => {
		const { out } = await find({ ...one, total: 2, cursor: 'abc' }, 'corner', '--json');
		const { hits, ...rest } = JSON.parse(out);
		assert.deepEqual(rest, { total: 2, total_relation: 'eq', matched: 'all', cursor: 'abc' });
		assert.deepEqual([hits[0].Title, hits[0].counts, 'self' in hits[0]], ['corner.py', counts, false]);
	});

	it('suggests other words if nothing is found, with exit status 3', async () => {
		const none: WorksAnswer = { total: 0, isWhole: true, works: [], suggestions: ['corner plots', 'corners plots'] };
		const { status, out, err } = await find(none, 'cornre', 'plots');
		assert.deepEqual([status, out], [3, '']);
		assert.match(err, /No works found\.\nDid you mean: corner plots, or: corners plots\?/);
	});

	it('shows that no work has all words, which words works lack, and queries without them', async () => {
		const most: WorksAnswer = {
			...{ total: 1, isWhole: true, matched: 'most', suggestions: [] },
			works: [{ group: 7, document, counts, missing: ['smith'] }],
			without: [{ words: ['smith'], q: 'corner plot' }],
		};
		const { status, out, err } = await find(most, 'smith', 'corner', 'plot');
		assert.equal(status, 0);
		assert.match(out, /CITED BY +MISSING\n.* 1,203 +smith\n/);
		assert.match(
			err,
			/No work has all of these words\. These works have at least half of them\.\nWithout smith: corner plot\n1 work/,
		);
	});

	it('names the version whose title has the words', async () => {
		const version = {
			group: 8,
			document: { ...document, fields: '"Title":"corner.py v2","Type":{"Name":"software"}' },
		};
		const { out } = await find({ ...one, works: [{ group: 7, document, counts, version }] }, 'corner.py', 'v2');
		assert.match(out, /CITED BY +VERSION\n.* 1,203 +doi:10\.21105\/joss\.00024 corner\.py v2\n/);
	});

	it('suggests to search each version', async () => {
		const none: WorksAnswer = { total: 0, isWhole: true, works: [] };
		const expected = /Try --group-by identity, which searches each version by itself\./;
		assert.match((await find(none, 'matrices')).err, expected);
		assert.doesNotMatch((await find(none, 'matrices', '--group-by', 'identity')).err, expected);
	});

	it('reports that the index is behind', async () => {
		const events = { New: 1, Processing: 0, Error: 0 };
		const broker = {
			findObjects: async (): Promise<WorksAnswer> => ({ total: 0, isWhole: true, works: [] }),
			backlog: async () => ({ events, oldestEventAt: null, entries: 0, oldestEntryAt: null, oldestMessageAt: null }),
		};
		const { err } = await line.run('objects find corner', { broker });
		assert.match(err, /^No works found\.\nTry --group-by.*\nThe search index is behind: 1 event not applied yet/);
	});

	it('names options where a value is not right', async () => {
		const { status, err } = await find(one, 'corner', '--publication-year', '2018');
		assert.equal(status, 2);
		assert.match(err, /--publication-year must be a range/);
	});
});
