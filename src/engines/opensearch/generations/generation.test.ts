// Tests how generations are removed while a node of the cluster is silent.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasCode } from '../../../errors.ts';
import { openCluster } from '../cluster/cluster.ts';
import { openFaultyProxy } from '../faulty-proxy.fixture.ts';
import { removeGeneration } from './generation.ts';

const greeting = { status: 200, body: '{"version":{"distribution":"opensearch","number":"2.19.0"}}' };
const timing = {
	...{ requestMilliseconds: 1_000, readMilliseconds: 1_000 },
	...{ retryMilliseconds: 1_000, firstPauseMilliseconds: 10 },
};

it('fails to remove a generation through a silent node: it might remove what another node has made since', async () => {
	const nodes = [await openFaultyProxy(''), await openFaultyProxy('')];
	for (const node of nodes) node.handle = () => greeting;
	const cluster = await openCluster({ urls: nodes.map(({ url }) => url) }, timing);
	try {
		const removals: string[] = [];
		for (const node of nodes) {
			node.handle = ({ method, path }) => {
				if (method === 'DELETE') removals.push(path);
				return removals.length === 1 ? 'stall' : { status: 200, body: '{}' };
			};
		}
		const place = { cluster, prefix: 'links', formats: { written: 1, oldest: 1, flagRules: 1 } };
		await assert.rejects(removeGeneration(place, 3), (error) => hasCode(error, 'unavailable'));
		assert.deepEqual(removals, ['/links-g3']);
	} finally {
		await cluster.close();
		for (const node of nodes) await node.close();
	}
});
