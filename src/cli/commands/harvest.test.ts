// Tests of `harvest`: what it asks of the broker, and how it shows what became of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testHarvest } from '../../broker/harvest.fixture.ts';
import type { Harvest } from '../../broker/harvests.ts';
import { BrokerError } from '../../errors.ts';
import { noon, openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const counts = { pages: 3, records: 1_200, links: 5_000, refused: 2, events: 4 };

/** A broker that answers a harvest, and what it was asked. */
function harvesting(answer: Harvest = testHarvest()) {
	const asked: unknown[] = [];
	type Given = { signal?: unknown; onProgress?: unknown; onWait?(words: string): void };
	const run = async (_by: object, task: object, { signal: _, onProgress: __, onWait, ...options }: Given) => {
		onWait?.('api.example.org is busy (429); waiting 17 s');
		asked.push([task, options]);
		return answer;
	};
	return { asked, broker: { harvest: run, scheduleHarvest: run } as never };
}

describe('harvest', () => {
	it('asks for what its options say, and sums up', async () => {
		const { asked, broker } = harvesting();
		const words =
			'harvest crossref --prefix 10.1234 --client 78 --from 2025-06 --provider Us --address http://127.0.0.1:80/x/';
		assert.deepEqual(await line.run(words, { broker }), {
			status: 0,
			out: 'Harvested 1,200 records in 3 pages, 61 s\n  links stored   5,000\n  links refused  2\n  events         4\n',
			err: 'api.example.org is busy (429); waiting 17 s\n',
		});
		const filters = { prefix: '10.1234', client: '78' };
		assert.deepEqual(asked, [
			[{ service: 'crossref', filters, address: 'http://127.0.0.1/x', provider: 'Us' }, { from: Date.UTC(2025, 5, 1) }],
		]);
	});

	it('that failed or waits ends with status 1, and reports why and how to continue', async () => {
		const failed = harvesting(testHarvest({ outcome: 'failed', problem: 'api.example.org fails (500), 6 times.' }));
		const { status, out } = await line.run('harvest datacite --prefix 10.1234', failed);
		assert.equal(status, 1);
		assert.match(out, /^Failed after 1,200 records/);
		assert.match(
			out,
			/fails \(500\), 6 times\.\nContinue with the same command:\n {2}link-broker harvest datacite --prefix 10\.1234$/m,
		);
		const stopped = harvesting(testHarvest({ outcome: 'stopped' }));
		assert.equal((await line.run('harvest datacite --prefix 10.1234', stopped)).status, 130);
	});

	it('with --every is left to a server or worker', async () => {
		const { asked, broker } = harvesting(testHarvest({}, { everySeconds: 21_600, nextAt: noon }));
		const { out } = await line.run('harvest datacite --prefix 10.1234 --every 6h --restart', { broker });
		assert.match(out, /^Harvest 3 \(datacite --prefix 10\.1234\) is due now, and then every 6h\.\n/);
		assert.deepEqual((asked[0] as unknown[])[1], { restart: true, everySeconds: 21_600 });
	});

	for (const [words, message] of [
		['harvest datacite --every 5s', /It must be minutes, hours or days/],
		['harvest datacite --from yesterday', /It must be a date/],
		['harvest datacite --address ftp://x', /It must be a web address/],
		['harvest datacite --address https://me:secret@x', /no user name or password/],
		['harvest datacite --address https://:secret@x', /no user name or password/],
		['harvest datacite --set x', /unknown option '--set'/],
		['harvest datacite --every 6h --dry-run', /--every cannot be combined/],
		['harvest orcid', /unknown command 'orcid'/],
		['harvest remove three', /It must be a number/],
	] as const) {
		it(`says what is wrong with: ${words}`, async () => {
			const { status, err } = await line.run(words, harvesting());
			assert.equal(status, 2);
			assert.match(err, message);
		});
	}
});

describe('harvest list', () => {
	const listing = (...all: Harvest[]) => ({ broker: { listHarvests: async () => all } });

	it('lists state, results and problems of each', async () => {
		const all = [
			testHarvest({}, { everySeconds: 86_400, nextAt: noon + 60_000 }),
			testHarvest({ outcome: 'failed', problem: 'It fails.' }, { number: 4, claimedUntil: noon + 1 }),
			testHarvest({ notes: ['It changed.'] }, { number: 5, everySeconds: 5_400 }),
		];
		const { out } = await line.run('harvest list', { ...listing(...all), columns: 140 });
		assert.match(
			out,
			/ 3 {2}datacite --prefix 10\.1234 {2}scheduled {2}1d +2026-01-15 12:01 {2}2026-01-15 12:00 +1,200 {2}5,000\n/,
		);
		assert.match(out, / 4 .* running /);
		assert.match(out, / 5 .* paused +90m /);
		assert.match(out, /^4 \(2026-01-15T12:00:00\.000Z\): It fails\.\n5 \(.*\): It changed\.$/m);
		assert.equal((await line.run('harvest list', listing())).out, 'No harvests.\n');
	});

	it('lists them as JSON', async () => {
		const { out } = await line.run('harvest list --json', listing(testHarvest()));
		const [{ run, last, ...shown }] = JSON.parse(out).harvests;
		assert.deepEqual(shown, {
			...{ number: 3, name: 'datacite --prefix 10.1234', service: 'datacite', filters: { prefix: '10.1234' } },
			...{ address: null, provider: null, condition: 'idle', every_seconds: null, next: null },
			...{ last_complete: '2026-01-15T12:00:00.000Z', totals: { ...counts, failures: 0 } },
		});
		assert.equal(run, null);
		assert.deepEqual([last.outcome, last.ended, last.links], ['complete', '2026-01-15T12:00:00.000Z', 5_000]);
	});
});

describe('harvest start, pause and remove', () => {
	it('control it by number, and fail for an unknown number', async () => {
		const asked: unknown[] = [];
		const orderHarvest = async (_by: object, number: number, order: string) => {
			asked.push(`${order} ${number}`);
			if (number === 9) throw new BrokerError('not-found', 'There is no harvest 9.');
		};
		const broker = { orderHarvest };
		assert.equal(
			(await line.run('harvest start 3', { broker })).out,
			'Harvest 3 is due now; a server or a worker runs it.\n',
		);
		assert.equal((await line.run('harvest pause 3', { broker })).out, 'Harvest 3 is paused.\n');
		assert.equal((await line.run('harvest remove 9', { broker })).status, 1);
		assert.deepEqual(asked, ['start 3', 'pause 3', 'remove 9']);
	});
});
