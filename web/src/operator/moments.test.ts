import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayText, momentText } from './moments.ts';

describe('times', () => {
	it('are written for people, and may be missing', () => {
		assert.equal(momentText('2026-03-02T12:00:00.000Z'), '2 Mar 2026, 12:00:00 UTC');
		assert.equal(momentText(null), '–');
		assert.equal(dayText(null), 'never');
	});
});
