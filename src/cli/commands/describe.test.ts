// Tests of `describe`: what it asks of the broker, and how it shows what became of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DescribeSummary } from '../../harvest/describing/describe-works.ts';
import { openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const counts = { service: 'crossref', asked: 3, described: 2, unknown: 1, others: 0, events: 1, problem: null };
const complete: DescribeSummary = { outcome: 'complete', works: 3, described: 2, services: [counts] };

function describing(summary: DescribeSummary = complete) {
	const asked: unknown[] = [];
	const describeWorks = async (_by: object, order: object) => {
		asked.push(order);
		return summary;
	};
	return { asked, broker: { describeWorks } as never };
}

describe('describe', () => {
	it('asks for what its options say, and sums up by registry', async () => {
		const { asked, broker } = describing();
		const words = 'describe --source crossref,arxiv --limit 10 --address crossref=http://127.0.0.1:80/x/';
		const { status, out } = await line.run(words, { broker });
		assert.equal(status, 0);
		assert.match(
			out,
			/^Asked about 3 works; 2 described\.\nREGISTRY +ASKED +DESCRIBED +UNKNOWN +EVENTS\ncrossref +3 +2 +1 +1\n/,
		);
		assert.match(out, /Registries were asked about all works without a title\.\n$/);
		const addresses = { crossref: 'http://127.0.0.1/x' };
		assert.deepEqual(asked, [{ services: ['crossref', 'arxiv'], addresses, limit: 10 }]);
	});

	it('fails where a registry does, and says why', async () => {
		const problem = 'api.example.org fails (500), 6 times.';
		const { broker } = describing({ ...complete, services: [{ ...counts, others: 1, problem }] });
		const { status, out } = await line.run('describe', { broker });
		assert.equal(status, 1);
		assert.match(out, /Records of other works from crossref, left out: 1\.\ncrossref: api\.example\.org fails/);
	});

	it('has the exit status of an interruption where it was stopped', async () => {
		const { broker } = describing({ ...complete, outcome: 'stopped' });
		assert.equal((await line.run('describe', { broker })).status, 130);
	});

	it('shows what it would ask', async () => {
		const work = { cited: 12, identifier: { scheme: 'doi', value: '10.1234/a' }, service: 'crossref' };
		const address = 'https://api.crossref.org/works?filter=doi%3A10.1234%2Fa';
		const preview = { works: [work], services: [{ service: 'crossref', identifiers: 1, address }] };
		const broker = { previewDescribe: async () => preview } as never;
		const { out } = await line.run('describe --dry-run', { broker });
		assert.match(out, /doi:10\.1234\/a +12 +crossref\n\ncrossref: 1 identifier, first https:/);
	});

	it('refuses an address without a registry, and a limit that is no number', async () => {
		for (const words of ['describe --address https://x.org', 'describe --limit 0', 'describe --limit many']) {
			assert.equal((await line.run(words, describing())).status, 2);
		}
	});
});
