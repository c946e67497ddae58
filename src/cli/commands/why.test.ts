// Tests the command why.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { given, objectNamed, send } from '../../broker/graph.fixture.ts';
import { explainWhy } from '../../broker/why/explain-why.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import type { Link } from '../../links/link.ts';
import { openCommandLine } from '../command-line.fixture.ts';

let stored: TestRecords;
let cli: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	stored = await openTestRecords();
	cli = await openCommandLine();
	const [one, other] = [readIdentifier('https://doi.org/10.5555/rule', 'url'), readIdentifier('10.5555/rule', 'doi')];
	const [link] = given('A = B', 'A = B by Crossref') as [Link];
	const links = [...given('A = B by Crossref on 2019', 'B cites C'), link];
	const ruled = {
		...link,
		source: objectNamed('D'),
		target: { identifiers: [one], description: {}, sameByRule: [[one, other]] as const },
	};
	await send(stored.records, [...links, ruled]);
});
after(async () => {
	await cli.close();
	await stored.close();
});

const run = (line: string | readonly string[], columns = 200) =>
	cli.run(line, {
		broker: { explainWhy: (question, viewer) => explainWhy(stored.records, question, viewer) },
		columns,
	});
const scheme = '--scheme doi --other-scheme doi';

describe('why', () => {
	it('shows the chain as a table, with the event of each step', async () => {
		const { status, out } = await run(`why A C ${scheme}`);
		assert.equal(status, 0);
		const [heading, , titles, first, second] = out.split('\n');
		assert.equal(heading, 'doi:A and doi:C are linked.');
		assert.match(titles ?? '', /^SOURCE +RELATION +TARGET +ASSERTED BY +DATE +OTHERS +EVENT$/);
		assert.match(first ?? '', /^doi:A +IsIdenticalTo +doi:B +Crossref +2019 +1 +given-\d+$/);
		assert.match(second ?? '', /^doi:B +Cites +doi:C +Zenodo +2018-01-01 +given-\d+$/);
	});

	it('shows the flags of the link, and why it has one', async () => {
		const { out } = await run(`why A C ${scheme} --flag author-self`);
		assert.match(
			out,
			/\nFlags of the link: single-provider\n\nauthor-self: Unknown\.\n {2}The first work: Creator is /,
		);
		assert.match((await run(`why A B ${scheme} --flag machine`)).err, /flag asks about a link, and no link joins/);
	});

	it('says the rule where a scheme makes both one', async () => {
		const { out } = await run('why 10.5555/rule https://doi.org/10.5555/rule --other-scheme url');
		assert.match(out, /are one work\./);
		assert.match(out, /\nhttps:\/\/doi\.org\/10\.5555\/rule is a web address of/);
	});

	it('reports that nothing relates them', async () => {
		assert.match((await run(`why A A ${scheme}`)).out, /^doi:A and doi:A are one work\.\n$/);
	});

	it('answers the document of GET /why with --json', async () => {
		const { out } = await run(`why A C ${scheme} --json`);
		const { relation, steps } = JSON.parse(out);
		assert.equal(relation, 'linked');
		assert.deepEqual(Object.keys(steps[0]), ['source', 'relation', 'target', 'provider', 'date', 'event_id', 'others']);
	});

	it('fails where one is not known, and names options as they are on the command line', async () => {
		const unknown = await run('why A none --scheme doi --other-scheme ark');
		assert.equal(unknown.status, 1);
		assert.match(unknown.err, /ark:none/);
		const wrong = await run(['why', 'A', ' ', '--scheme', 'doi']);
		assert.equal(wrong.status, 2);
		assert.match(wrong.err, /<other>/);
	});
});
