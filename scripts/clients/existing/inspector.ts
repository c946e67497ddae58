// Runs the inspector of the Model Context Protocol, as npm has it, against a broker that serves the
// example, over HTTP and as a command that it starts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { npmFolder } from '../../foreign-packages.ts';
import { type ExampleBroker, here, openExample } from './example-broker.ts';

const version = '2.12.0';

let broker: ExampleBroker;
let inspector: string;
before(async () => {
	const folder = await npmFolder(`mcp-inspector/${version}`, [`@modelcontextprotocol/inspector@${version}`], () =>
		console.log('Installing the inspector from npm …'),
	);
	inspector = join(folder, 'node_modules', '.bin', 'mcp-inspector');
	broker = await openExample();
});
after(() => broker?.program.remove());

const targets = {
	'over HTTP': () => ['--transport', 'http', `${broker.server.url}/mcp`],
	'as a command': () => {
		const settings = ['DATABASE_URL', 'SEARCH_URL'].flatMap((name) => [
			'-e',
			`${name}=${broker.program.environment[name]}`,
		]);
		return [...settings, process.execPath, here('../../../bin/link-broker.js'), 'mcp'];
	},
};

/** What each tool answers of the example. */
const calls: readonly [tool: string, given: readonly string[], answer: object][] = [
	['find_works', ['q=https://doi.org/10.5281/zenodo.11020'], { total: 1 }],
	['get_work', ['id=10.5281/zenodo.11020'], { id: 'doi:10.5281/zenodo.11020', versions_total: 6 }],
	['list_relationships', ['id=10.21105/joss.00024', 'relation=isCitedBy', 'group_by=version'], { total: 203 }],
	['why', ['id=10.5281/zenodo.53155', 'other=10.5281/zenodo.11020'], { relation: 'versions' }],
	['lookup', ['identifiers=["10.1000/unknown"]'], { results: [expect('10.1000/unknown')] }],
	['report', ['prefix="10.21105"'], { works: 1 }],
];

function expect(input: string) {
	return { input, known: false, id: `doi:${input}` };
}

const inspect = <T>(words: readonly string[]) => broker.read<T>(inspector, ['--cli', ...words]);

for (const [how, target] of Object.entries(targets)) {
	describe(`the inspector ${version} ${how}`, () => {
		it('lists the tools', async () => {
			const { tools } = await inspect<{ tools: { name: string }[] }>([...target(), '--method', 'tools/list']);
			assert.deepEqual(tools.map(({ name }) => name).sort(), calls.map(([tool]) => tool).sort());
		});

		for (const [tool, given, answer] of calls) {
			it(`calls ${tool}`, async () => {
				const call = ['--method', 'tools/call', '--tool-name', tool, '--tool-arg', ...given];
				const { structuredContent } = await inspect<{ structuredContent: Record<string, unknown> }>([
					...target(),
					...call,
				]);
				const { works } = structuredContent;
				const read = tool === 'report' ? { works: (works as unknown[]).length } : structuredContent;
				assert.partialDeepStrictEqual(read, answer);
			});
		}
	});
}
