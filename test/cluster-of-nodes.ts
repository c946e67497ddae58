// A cluster of real OpenSearch nodes, each behind a proxy, that can be killed and started again;
// for tests of what happens then. It does not know what is indexed.
import { setTimeout as pause } from 'node:timers/promises';
import { startServices } from '../scripts/services.ts';
import { type FaultyProxy, openFaultyProxy } from '../src/engines/opensearch/faulty-proxy.fixture.ts';

export type ClusterOfNodes = {
	/** What stands before each node. */
	proxies: readonly FaultyProxy[];
	/** Names all proxies, as SEARCH_URL does. */
	address(prefix: string): string;
	/** Asks a node that lives. */
	ask(method: string, path: string, body?: object): Promise<unknown>;
	/** Numbers the node that has the first primary shard of the newest generation. */
	holder(prefix: string): Promise<number>;
	kill(node: number): Promise<void>;
	/** Starts a node that was killed; resolves when it is back in the cluster. */
	restart(node: number): Promise<void>;
	/** Resolves when every shard has its copies. */
	untilGreen(): Promise<void>;
	stop(): Promise<void>;
};

const greenMilliseconds = 180_000;

/** Starts a cluster of so many nodes. */
export async function startClusterOfNodes(nodes: number): Promise<ClusterOfNodes> {
	const services = await startServices({ opensearch: true, nodes });
	const servers = services.servers.opensearch;
	const proxies = await Promise.all(servers.map(({ url }) => openFaultyProxy(url)));
	const away = new Set<number>();
	const ask: ClusterOfNodes['ask'] = async (method, path, body) => {
		const url = servers.find((_, node) => !away.has(node))?.url;
		const response = await fetch(`${url}${path}`, {
			method,
			...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
		});
		return response.json();
	};
	return {
		proxies,
		address: (prefix) => `http://${proxies.map(({ url }) => new URL(url).host).join()}/${prefix}`,
		ask,
		async holder(prefix) {
			const path = `/_cat/shards/${prefix}-g*?format=json&h=index,shard,prirep,node`;
			const shards = (await ask('GET', path)) as Record<'index' | 'shard' | 'prirep' | 'node', string>[];
			const primaries = shards.filter(({ prirep, shard, node }) => prirep === 'p' && shard === '0' && node);
			const generation = ({ index }: { index: string }) => Number(/\d+$/.exec(index)?.[0]);
			const newest = primaries.sort((one, other) => generation(other) - generation(one))[0];
			return Number(/^Node (\d+)$/.exec(newest?.node ?? '')?.[1] ?? 1) - 1;
		},
		async kill(node) {
			away.add(node);
			await servers[node]?.kill();
		},
		async restart(node) {
			await servers[node]?.restart();
			away.delete(node);
		},
		async untilGreen() {
			const deadline = performance.now() + greenMilliseconds;
			for (;;) {
				const path = `/_cluster/health?wait_for_status=green&wait_for_nodes=${nodes}&timeout=20s`;
				const health = (await ask('GET', path).catch(() => undefined)) as { timed_out?: boolean } | undefined;
				if (health?.timed_out === false) return;
				if (performance.now() > deadline)
					throw new Error(`the cluster does not become green: ${JSON.stringify(health)}`);
				await pause(200);
			}
		},
		async stop() {
			await Promise.all(proxies.map((proxy) => proxy.close()));
			await services.stop();
		},
	};
}
