// Tests which node of a cluster is asked, and when the next one is, with a clock of its own.
import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { createAsking, type Repeating } from './asking.ts';
import { type ClusterRequest, NoAnswer, type NodeAnswer, type NodeConnection } from './nodes.ts';

const probeMilliseconds = 1_000;
const milliseconds = 10_000;
const search: ClusterRequest = { method: 'POST', path: '/index/_search', body: {} };
const read: Repeating = { isRead: true, isRepeatable: true, whenSilent: 'next' };
const write: Repeating = { isRead: false, isRepeatable: true, whenSilent: 'next' };
const writeOnce: Repeating = { isRead: false, isRepeatable: false, whenSilent: 'fail' };
const waitingWrite: Repeating = { isRead: false, isRepeatable: true, whenSilent: 'wait' };

type Manner = 'answers' | 'fails' | 'is silent' | 'answers probes' | 'cannot serve' | { answersAfter: number };

/**
 * A node whose manner tests change; `log` gets its name for each request, and `name?` for each
 * probe.
 */
function openNode(name: string, log: string[]) {
	const after = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
	return {
		manner: 'answers' as Manner,
		send(_: ClusterRequest, time: number): ReturnType<NodeConnection['send']> {
			log.push(name);
			const { promise, resolve, reject } = Promise.withResolvers<NodeAnswer>();
			const { manner } = this;
			const respond = (statusCode = 200) => resolve({ statusCode, body: name, retryAfter: undefined });
			if (manner === 'answers') respond();
			else if (manner === 'cannot serve') respond(503);
			else if (manner === 'fails') reject(new NoAnswer('cut', 'cut'));
			else if (typeof manner === 'object') void after(manner.answersAfter).then(() => respond());
			void after(time).then(() => reject(new NoAnswer('late', 'late')));
			return { answer: promise, drop: reject };
		},
		async probe(time: number): Promise<boolean> {
			log.push(`${name}?`);
			if (this.manner === 'is silent') await after(time);
			return this.manner !== 'is silent' && this.manner !== 'fails';
		},
	};
}

describe('the nodes of a cluster', () => {
	let log: string[];
	let nodes: Record<'a' | 'b' | 'c', ReturnType<typeof openNode>>;
	let asking: ReturnType<typeof createAsking>;
	const clock = mock.timers;
	beforeEach(() => {
		clock.reset();
		clock.enable({ apis: ['setTimeout', 'Date'] });
		log = [];
		nodes = { a: openNode('a', log), b: openNode('b', log), c: openNode('c', log) };
		asking = createAsking(Object.values(nodes), probeMilliseconds, Date.now);
	});

	/** Lets time pass, and what follows from it happen. */
	const pass = async (time: number) => {
		for (let left = time; left >= 0; left -= 50) {
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			clock.tick(Math.min(50, left));
		}
	};
	type Ended = { by?: unknown; how?: string; after: number };
	/** Sends a request, and answers which node answered it and when. */
	const ask = async (repeating: Repeating): Promise<Ended> => {
		const begun = Date.now();
		let ended: Ended | undefined;
		const note = (outcome: Omit<Ended, 'after'>) => {
			ended = { ...outcome, after: Date.now() - begun };
		};
		asking.ask(search, repeating, milliseconds).then(
			({ body }) => note({ by: body }),
			(error) => note({ how: (error as NoAnswer).how }),
		);
		while (!ended && Date.now() - begun < 2 * milliseconds) await pass(50);
		assert.ok(ended, 'it ends');
		return ended;
	};
	const askTimes = async (times: number) => {
		for (let time = 0; time < times; time++) await ask(read);
	};
	const requests = () => log.filter((one) => !one.endsWith('?')).join('');
	const probes = (node: string) => log.filter((one) => one === `${node}?`).length;

	it('take turns', async () => {
		await askTimes(6);
		assert.equal(log.join(''), 'abcabc');
	});

	for (const manner of ['fails', 'cannot serve'] as const) {
		it(`one that ${manner} is followed by the next one at once, and gets no more requests`, async () => {
			nodes.a.manner = manner;
			const { by, after } = await ask(read);
			assert.deepEqual([by, after < 100], ['b', true]);
			log.length = 0;
			await askTimes(4);
			assert.doesNotMatch(requests(), /a/);
		});
	}

	it('one that is silent is left by a read after a probe, and gets no more requests', async () => {
		nodes.a.manner = 'is silent';
		const { by, after } = await ask(read);
		assert.equal(by, 'b');
		assert.ok(after >= 2 * probeMilliseconds && after < 2.5 * probeMilliseconds, `${after}`);
		await askTimes(20);
		assert.equal(requests().match(/a/g)?.length, 1);
	});

	it('one that is silent is left likewise by a write that may arrive twice', async () => {
		nodes.a.manner = 'is silent';
		const { by, after } = await ask(write);
		assert.deepEqual([by, after < 2.5 * probeMilliseconds], ['b', true]);
	});

	it('one that is silent makes a write fail that may not arrive twice, long before its time is over', async () => {
		nodes.a.manner = 'is silent';
		const { how, after } = await ask(writeOnce);
		assert.deepEqual([how, after < 2.5 * probeMilliseconds], ['silent', true]);
		assert.equal(requests(), 'a');
	});

	it('one that is silent is waited for by a write that must not overtake itself', async () => {
		nodes.a.manner = 'is silent';
		const { how, after } = await ask(waitingWrite);
		assert.deepEqual([how, after >= milliseconds], ['silent', true]);
	});

	it('one that is slow but answers probes has the whole time, for a write', async () => {
		nodes.a.manner = { answersAfter: 9_000 };
		assert.equal((await ask(write)).by, 'a');
		assert.equal(requests(), 'a');
	});

	it('one that is slow but answers probes has the whole time, for a read that another is asked as well', async () => {
		nodes.a.manner = { answersAfter: 9_000 };
		nodes.b.manner = 'answers probes';
		assert.equal((await ask(read)).by, 'a');
		assert.equal(requests(), 'ab');
	});

	it('one that answers nothing but probes is helped by the next one after half of the time', async () => {
		nodes.a.manner = 'answers probes';
		const { by, after } = await ask(read);
		assert.equal(by, 'b');
		assert.ok(after >= milliseconds / 2 && after < milliseconds * 0.7, `${after}`);
	});

	it('one that is silent gets one probe at a time, not more than one in two seconds', async () => {
		nodes.a.manner = 'is silent';
		await askTimes(3);
		log.length = 0;
		for (let second = 0; second < 20; second++) {
			await Promise.all([ask(read), ask(read), ask(read)]);
			await pass(900);
		}
		assert.ok(probes('a') >= 5 && probes('a') <= 10, `${probes('a')}`);
	});

	it('one that answers a probe gets requests again', async () => {
		nodes.a.manner = 'is silent';
		await askTimes(3);
		await pass(60_000);
		nodes.a.manner = 'answers';
		await ask(read);
		await pass(100);
		log.length = 0;
		await askTimes(3);
		assert.match(requests(), /a/);
	});

	it('are asked again from the first, where one is silent and the other has just lost a connection', async () => {
		asking = createAsking([nodes.a, nodes.b], probeMilliseconds, Date.now);
		nodes.b.manner = 'is silent';
		await askTimes(2);
		nodes.a.manner = 'fails';
		const asked = asking.ask(search, read, milliseconds);
		await pass(500);
		nodes.a.manner = 'answers';
		await pass(2_000);
		assert.equal((await asked).body, 'a');
	});

	it('get nothing of a write that another one has answered while they were probed', async () => {
		asking = createAsking([nodes.a, nodes.b], probeMilliseconds, Date.now);
		nodes.b.manner = 'is silent';
		await askTimes(2);
		log.length = 0;
		nodes.a.manner = { answersAfter: 2_500 };
		const asked = asking.ask(search, write, milliseconds);
		await pass(50);
		nodes.a.manner = 'is silent';
		await pass(2_600);
		assert.equal((await asked).body, 'a');
		nodes.b.manner = 'answers';
		await pass(2_000);
		assert.equal(requests(), 'a');
	});

	it('fail within the time of a request where all are silent', async () => {
		for (const node of Object.values(nodes)) node.manner = 'is silent';
		for (let time = 0; time < 2; time++) {
			const { how, after } = await ask(read);
			assert.deepEqual([how, after <= milliseconds + 100], ['silent', true]);
		}
	});

	it('get whole milliseconds, which a failure names', async () => {
		let elapsed = 0.3;
		asking = createAsking([nodes.a], probeMilliseconds, () => (elapsed += 0.001));
		const times: number[] = [];
		const { send } = nodes.a;
		nodes.a.send = (request, time) => {
			times.push(time);
			return send.call(nodes.a, request, time);
		};
		await asking.ask(search, read, milliseconds);
		assert.deepEqual(times, [milliseconds]);
	});

	it('one has the whole time where it is the only one', async () => {
		asking = createAsking([nodes.a], probeMilliseconds, Date.now);
		nodes.a.manner = { answersAfter: 9_500 };
		assert.equal((await ask(read)).by, 'a');
		assert.equal(requests(), 'a');
		nodes.a.manner = 'is silent';
		assert.deepEqual([(await ask(writeOnce)).how, requests()], ['silent', 'aa']);
	});
});
