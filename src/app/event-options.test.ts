import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../settings.ts';
import { eventOptions } from './workers/event-worker.ts';

const log = { info: () => undefined, warn: () => undefined };

describe('how the settings have events tried', () => {
	it('is in milliseconds', () => {
		const settings = readSettings({ LEASE_SECONDS: '7', RETRY_SECONDS: '3', MAX_ATTEMPTS: '4' });
		const { leaseMilliseconds, retryMilliseconds, maxAttempts } = eventOptions(settings, 'records', log);
		assert.deepEqual([leaseMilliseconds, retryMilliseconds, maxAttempts], [7_000, 3_000, 4]);
	});

	it('has a name that no other worker has, not even one of the same thread, and that names its process', () => {
		const names = ['records', 'records', 'load'].map((role) => eventOptions(readSettings({}), role, log).name);
		assert.equal(new Set(names).size, 3);
		assert.match(names[2] ?? '', new RegExp(`^load-${process.pid}-`));
	});
});
