// Tests the command sources: what it shows. What is counted, src/broker/sources tests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SourcesView } from '../../broker/sources/sources.ts';
import { openCommandLine, type RunOptions } from '../command-line.fixture.ts';

let cli: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	cli = await openCommandLine();
});
after(() => cli.close());

const counted: NonNullable<SourcesView['counted']> = {
	...{ form: 2, state: '', countedAt: Date.UTC(2026, 0, 31), milliseconds: 5 },
	sources: {
		...{ links: 1_005, works: 4, identifiers: 6, examples: [] },
		schemes: [
			['doi', 5],
			['arxiv', 1],
		],
		types: [['software', 3]],
		providers: [
			{
				...{ name: 'Zenodo', links: 1_005, works: 4, firstLink: '2016', lastLink: '2018-06-01T12:00:00Z' },
				...{ lastReceivedAt: Date.UTC(2026, 0, 30), years: [[2016, 1_005] as const] },
			},
		],
	},
};

const run = (
	line: string,
	shown: Partial<SourcesView> = {},
	asked: { within?: number } = {},
	terminal: RunOptions = {},
) =>
	cli.run(line, {
		...terminal,
		broker: {
			async countSources({ atOnceWithinMilliseconds }) {
				asked.within = atOnceWithinMilliseconds;
				return 'current';
			},
			getSources: async () => ({
				...{ counted, isCurrent: true, isEmpty: false, lastAppliedAt: Date.UTC(2026, 0, 30) },
				...shown,
			}),
		},
	});

describe('sources', () => {
	it('shows providers, types and schemes in tables, and when they were counted', async () => {
		const { status, out } = await run('sources');
		assert.equal(status, 0);
		assert.deepEqual(out.trimEnd().split('\n'), [
			'PROVIDER  LINKS  WORKS  FIRST LINK  LAST LINK   LAST RECEIVED',
			'Zenodo    1,005      4  2016        2018-06-01  2026-01-30 00:00',
			'',
			'TYPE      WORKS',
			'software      3',
			'',
			'SCHEME  IDENTIFIERS',
			'doi               5',
			'arxiv             1',
			'',
			'1,005 links between 6 identifiers of 4 works. Counted 2026-01-31T00:00:00.000Z, last submission applied ' +
				'2026-01-30T00:00:00.000Z.',
		]);
	});

	it('shows long names in a narrow window, in a line of their own', async () => {
		const long = 'The Inter-university Consortium for Research (ICPSR)';
		const [first] = counted.sources.providers;
		const providers = [long, '日本リンクセンター'].map((name) => ({ ...first, name }) as NonNullable<typeof first>);
		const shown = { counted: { ...counted, sources: { ...counted.sources, providers } } };
		const { out } = await run('sources', shown, {}, { isTTY: true, columns: 60, environment: { NO_COLOR: '1' } });
		assert.deepEqual(out.split('\n').slice(0, 6), [
			'PROVIDER',
			'    LINKS  WORKS  FIRST LINK  LAST LINK   LAST RECEIVED',
			long,
			'    1,005      4  2016        2018-06-01  2026-01-30 00:00',
			'日本リンクセンター',
			'    1,005      4  2016        2018-06-01  2026-01-30 00:00',
		]);
	});

	it('says where data has changed since, or nothing was counted yet', async () => {
		assert.match((await run('sources', { isCurrent: false })).out, /000Z; data has changed since, last/);
		assert.match((await run('sources', { counted: undefined })).out, /counting for the first time/);
	});

	it('updates counts that take less than ten seconds, or all with --recount', async () => {
		const asked: { within?: number } = {};
		await run('sources', {}, asked);
		assert.equal(asked.within, 10_000);
		await run('sources --recount', {}, asked);
		assert.equal(asked.within, Number.POSITIVE_INFINITY);
	});

	it('answers the document of GET /sources with --json', async () => {
		const { out } = await run('sources --json');
		const { as_of, providers } = JSON.parse(out);
		assert.deepEqual([as_of, providers[0].links], ['2026-01-31T00:00:00.000Z', 1_005]);
	});
});
