import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { bodyOf, given } from '../../broker/graph.fixture.ts';
import { BrokerError } from '../../errors.ts';
import { answerCalls, callThread } from '../thread-calls.ts';
import { createSecondReader, type ReadingCalls, readingCalls } from './read-again.ts';

const payload = bodyOf(given('A cites B', 'A = C'));
const expected = await readingCalls.readAgain(payload);

/** A reader beside one at the other end of a port, which `end` ends. */
function besideAnother(calls: ReadingCalls) {
	const { port1, port2 } = new MessageChannel();
	const reader = createSecondReader();
	reader.readThere(callThread<ReadingCalls>(port1));
	answerCalls(port2, calls);
	return { reader, end: () => port2.close() };
}

describe('an event that is read again', () => {
	it('is read here where nobody else reads', async () => {
		assert.deepEqual(await createSecondReader().read(payload), expected);
	});

	it('is read by the thread that reads submissions', async () => {
		let asked = 0;
		const { reader, end } = besideAnother({
			readAgain(event) {
				asked++;
				return readingCalls.readAgain(event);
			},
		});
		assert.deepEqual(await reader.read(payload), expected);
		assert.equal(asked, 1);
		end();
	});

	it('is read here when that thread has ended, also while it was waited for', async () => {
		const { reader, end } = besideAnother({ readAgain: () => new Promise(() => undefined) });
		const read = reader.read(payload);
		end();
		assert.deepEqual(await read, expected);
		assert.deepEqual(await reader.read(payload), expected);
	});

	it('fails as it does here where its payload cannot be read', async () => {
		const { reader, end } = besideAnother(readingCalls);
		await assert.rejects(
			reader.read(Buffer.from('[{')),
			(error) => error instanceof BrokerError && error.code === 'malformed-json',
		);
		end();
	});
});
