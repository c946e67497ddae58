// Tests how requests to a node that does not answer fail.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type FaultyProxy, openFaultyProxy } from '../faulty-proxy.fixture.ts';
import { NoAnswer, type NodeConnection, openNode } from './nodes.ts';

describe('a request to a silent node', () => {
	let proxy: FaultyProxy;
	let node: NodeConnection;
	let arrived: Promise<void>;
	beforeEach(async () => {
		proxy = await openFaultyProxy('');
		arrived = new Promise((resolve) => {
			proxy.handle = () => {
				resolve();
				return 'stall';
			};
		});
		node = openNode(proxy.url, {});
	});
	afterEach(async () => {
		await node.close();
		await proxy.close();
	});
	const isFailure = (how: NoAnswer['how']) => (error: unknown) => error instanceof NoAnswer && error.how === how;

	it('fails when its time is over', async () => {
		const { answer } = node.send({ method: 'GET', path: '/' }, 200);
		await assert.rejects(answer, isFailure('late'));
	});

	for (const when of ['before it is sent', 'after it has arrived']) {
		it(`that is dropped ${when} fails for this reason, not like a lost connection`, async () => {
			const { answer, drop } = node.send({ method: 'GET', path: '/' }, 60_000);
			if (when === 'after it has arrived') await arrived;
			drop(new NoAnswer('it does not answer', 'silent'));
			await assert.rejects(answer, isFailure('silent'));
		});
	}
});
