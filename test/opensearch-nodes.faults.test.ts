// Tests the program on three real nodes of OpenSearch of which one is killed (kill -9) in each
// phase of what it does, and comes back a moment later: nothing is lost, and nothing is invented.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProxiedRequest } from '../src/engines/opensearch/faulty-proxy.fixture.ts';
import { type ClusterOfNodes, startClusterOfNodes } from './cluster-of-nodes.ts';
import { makeLinks } from './crash/links.ts';
import { openProgram, type Program } from './end-to-end/program.ts';
import { createRandom } from './random.ts';

const skip = process.env.REQUIRE_NODES === '1' ? false : 'REQUIRE_NODES is not 1 (it starts three nodes of OpenSearch)';

const links = 1_500;
const awayMilliseconds = 1_000;

type Act = 'load' | 'reindex' | 'search';
/** `at` finds the request before which the node is killed; `seen` are those that were before. */
type Phase = { act: Act; at(request: ProxiedRequest, seen: readonly ProxiedRequest[]): boolean };

const isBulk = ({ path }: ProxiedRequest) => path.includes('/_bulk');
const isRefresh = ({ path }: ProxiedRequest) => path.includes('/_refresh');
const isAgreedWritten = ({ method, path }: ProxiedRequest) => method === 'PUT' && path.includes('/_doc/agreed');

const phases: Readonly<Record<string, Phase>> = {
	'an update gathers what it changes': { act: 'load', at: ({ path }) => /_(mget|m?search)\b/.test(path) },
	'an update writes its journal': { act: 'load', at: ({ path }) => path.includes('/_doc/journal') },
	'an update is applied': { act: 'load', at: isBulk },
	'an update is made visible': { act: 'load', at: (request, seen) => isRefresh(request) && seen.some(isBulk) },
	'an update goes on after it was visible': {
		act: 'load',
		at: (request, seen) => isBulk(request) && seen.some((one) => isRefresh(one)) && seen.some(isBulk),
	},
	'a build begins to write': { act: 'reindex', at: isBulk },
	'a build is in the middle of its writing': {
		act: 'reindex',
		at: (request, seen) => isBulk(request) && seen.filter(isBulk).length >= 2,
	},
	'a build makes what it wrote durable': { act: 'reindex', at: ({ path }) => /_flush|_settings/.test(path) },
	'a build is declared complete': {
		act: 'reindex',
		at: ({ method, path }) => method === 'PUT' && path.includes('_mapping'),
	},
	'a build is switched to': {
		act: 'reindex',
		at: (request, seen) => isAgreedWritten(request) && seen.some(({ path }) => path.includes('_mapping')),
	},
	'a search is answered': { act: 'search', at: ({ path }) => /_m?search\b/.test(path) },
};

describe('a broker on three nodes of which one is killed', { skip }, () => {
	const prefix = 'nodes';
	const random = createRandom(1);
	let cluster: ClusterOfNodes;
	let program: Program;
	let files = 0;
	before(async () => {
		cluster = await startClusterOfNodes(3);
		program = await openProgram({ SEARCH_URL: cluster.address(prefix), SEARCH_SHARDS: '2' });
		await program.output(...(await load()));
	});
	after(async () => {
		await program?.remove();
		await cluster?.stop();
	});

	async function load(): Promise<string[]> {
		const name = `m${++files}`;
		const file = join(program.folder, `${name}.json`);
		await writeFile(file, JSON.stringify(makeLinks(random, name, links)));
		return ['events', 'load', file, '--json'];
	}

	/** Kills the node that has the most to do as soon as a phase is reached, and starts it again. */
	const killIn = ({ at }: Phase): { back(): Promise<unknown> } => {
		const seen: ProxiedRequest[] = [];
		let killed: Promise<void> | undefined;
		let back: Promise<void> | undefined;
		const kill = async () => {
			const node = await cluster.holder(prefix);
			await cluster.kill(node);
			back = pause(awayMilliseconds).then(() => cluster.restart(node));
		};
		for (const proxy of cluster.proxies) {
			proxy.handle = (request) => {
				if (killed !== undefined) return 'pass';
				if (!at(request, seen)) {
					seen.push(request);
					return 'pass';
				}
				killed = kill();
				return { after: killed };
			};
		}
		return {
			async back() {
				assert.ok(
					killed,
					`the phase is not reached: ${seen.map(({ method, path }) => `${method} ${path}`).join('\n')}`,
				);
				await killed;
				await back;
				for (const proxy of cluster.proxies) proxy.handle = () => 'pass';
			},
		};
	};

	const words: Readonly<Record<Act, () => Promise<string[]>>> = {
		load,
		reindex: async () => ['search', 'reindex'],
		search: async () => ['relationships', '10.1000/work.1', '--json'],
	};

	for (const [when, phase] of Object.entries(phases)) {
		it(`does all it was asked, and has all of it in the index, where that is while ${when}`, async () => {
			await cluster.untilGreen();
			const command = await words[phase.act]();
			const { back } = killIn(phase);
			const { status, errors } = await program.run(...command);
			await back();
			assert.equal(status, 0, errors);
			await cluster.untilGreen();
			const { output } = await program.run('doctor', '--json');
			const { sound, index_left_out: leftOut } = JSON.parse(output) as {
				sound: boolean;
				index_left_out: string | null;
			};
			assert.deepEqual([sound, leftOut], [true, null], output.slice(0, 2_000));
		});
	}

	it('keeps a copy of every complete index on another node', async () => {
		await cluster.untilGreen();
		const indexes = (await cluster.ask('GET', `/_cat/indices/${prefix}-*?format=json&h=index,rep`)) as {
			rep: string;
		}[];
		assert.ok(indexes.length >= 2);
		assert.deepEqual([...new Set(indexes.map(({ rep }) => rep))], ['1'], JSON.stringify(indexes));
	});
});
