// Tests of the commands that rebuild the index and the groups: what they ask, what they show.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

describe('search reindex', () => {
	const destroyed: boolean[] = [];
	const broker = {
		async reindex(_: object, { destroy, onProgress }: { destroy: boolean; onProgress(step: object): void }) {
			destroyed.push(destroy);
			onProgress({ what: 'objects and links', done: 1_000 });
			return { objects: 4_000, links: 12_345 };
		},
	};

	it('lowers its priority before it begins', async () => {
		const order: string[] = [];
		const reindex = async () => {
			order.push('reindexed');
			return { objects: 0, links: 0 };
		};
		await line.run('search reindex', {
			broker: { reindex },
			composition: { lowerPriority: (purpose) => void order.push(`lowered for the ${purpose}`) },
		});
		assert.deepEqual(order, ['lowered for the index', 'reindexed']);
	});

	it('rebuilds the index and counts', async () => {
		assert.deepEqual(await line.run('search reindex', { broker }), {
			status: 0,
			out: 'Indexed 4,000 works and 12,345 relationships, 0 s\n',
			err: '',
		});
		assert.deepEqual(JSON.parse((await line.run('search reindex --json', { broker })).out), {
			objects: 4_000,
			links: 12_345,
			seconds: 0,
		});
	});

	it('clears the index first with --destroy only', async () => {
		destroyed.length = 0;
		await line.run('search reindex', { broker });
		await line.run('search reindex --destroy', { broker });
		assert.deepEqual(destroyed, [false, true]);
	});

	it('shows progress on a terminal', async () => {
		const { err } = await line.run('search reindex', { broker, isTTY: true });
		assert.match(err, /Reindexing {2}1,000 objects and links/);
	});
});

describe('graph rebuild', () => {
	const broker = {
		rebuildGraph: async () => ({
			identifiers: 5_000,
			identityGroups: 4_000,
			versionGroups: 3_999,
			changed: 0,
			interruptedAt: null,
		}),
	};

	it('rebuilds the groups and counts', async () => {
		assert.deepEqual(await line.run('graph rebuild', { broker }), {
			status: 0,
			out: '5,000 identifiers in 4,000 identity groups and 3,999 version groups; 0 changed, 0 s\n',
			err: '',
		});
	});

	it('answers one document with --json', async () => {
		assert.deepEqual(JSON.parse((await line.run('graph rebuild --json', { broker })).out), {
			identifiers: 5_000,
			identity_groups: 4_000,
			version_groups: 3_999,
			changed: 0,
			interrupted_at: null,
			seconds: 0,
		});
	});

	it('shows the command that continues an interrupted rebuild, and continues there', async () => {
		let asked: number | undefined;
		const interrupted = {
			async rebuildGraph(_: object, { from }: { from?: number | undefined }) {
				asked = from;
				return { ...(await broker.rebuildGraph()), interruptedAt: 40_000 };
			},
		};
		const { status, out } = await line.run('graph rebuild --from 20000', { broker: interrupted });
		assert.deepEqual([status, asked], [130, 20_000]);
		assert.match(out, /\n {2}link-broker graph rebuild --from 40000\n$/);
	});
});
