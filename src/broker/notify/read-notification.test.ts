// Tests that any value of JSON in any place of a notification is read or refused, and can be stored.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { readNotification } from './read-notification.ts';

const notification = {
	...{ id: 'urn:uuid:1', type: ['Announce', 'coar-notify:RelationshipAction'], inReplyTo: 'urn:uuid:2' },
	...{ actor: { id: 'https://a.example', name: 'A' }, origin: { id: 'https://a.example' }, summary: 'By mistake.' },
	object: { id: 'urn:uuid:3', type: 'Announce', 'as:subject': 'a', 'as:relationship': 'b', 'as:object': 'c' },
};

const awkward = fc.oneof(
	fc.constantFrom('', '\0', '\ud800', 'Undo', 'Undo\0', ['Undo', '\0'], [[]], {}, null, 'x'.repeat(3_000)),
	fc.jsonValue(),
);

describe('a notification', () => {
	it('is read or refused, whatever it has in any place, and its texts can be stored', () => {
		const names = Object.keys(notification) as (keyof typeof notification)[];
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...names), awkward), (more) => {
				try {
					const { id, wanted } = readNotification(Buffer.from(JSON.stringify({ ...notification, ...more })));
					const stored = [
						id,
						wanted.what === 'nothing' ? wanted.why : '',
						(wanted.what === 'undo' && wanted.reason) || '',
					];
					for (const text of stored) {
						assert.ok(text.isWellFormed() && !text.includes('\0'));
						assert.ok(text.length <= 2_000);
					}
				} catch (error) {
					if (!(error instanceof BrokerError)) throw error;
					assert.ok(['bad-request', 'malformed-json'].includes(error.code));
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	it('has few types of a few words', () => {
		const reads = (type: string[]) => () => readNotification(Buffer.from(JSON.stringify({ ...notification, type })));
		const most = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(200, 'a'));
		assert.deepEqual(reads(most)().types, most);
		assert.throws(reads([...most, 'Announce']), /at most 20 types/);
		assert.throws(reads(['a'.repeat(201)]), /of at most 200 characters/);
	});
});
