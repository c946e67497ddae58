// Tests of when a token is to expire.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readExpiry } from './tokens.ts';

const now = Date.UTC(2026, 0, 15, 12);
const day = 86_400_000;

describe('an expiry', () => {
	it('is a number of days from now', () => {
		for (const text of ['90', '90d', '90 days', ' 90 ']) assert.equal(readExpiry(text, now), now + 90 * day, text);
		assert.equal(readExpiry('1 day', now), now + day);
	});

	it('is the end of a date in UTC', () => {
		assert.equal(readExpiry('2027-01-31', now), Date.UTC(2027, 1, 1) - 1);
		assert.equal(readExpiry('2027-02', now), Date.UTC(2027, 2, 1) - 1);
	});

	it('is a date-time', () => {
		assert.equal(readExpiry('2027-01-31T12:00:00Z', now), Date.UTC(2027, 0, 31, 12));
		assert.equal(readExpiry('2027-01-31T12:00+02:00', now), Date.UTC(2027, 0, 31, 10));
	});

	it('is never', () => {
		assert.equal(readExpiry('never', now), null);
	});

	it('is nothing else', () => {
		for (const text of ['', 'ever', '2027-02-30', '1.5', '-1', '36501', '999999', '90 weeks', '31.1.2027']) {
			assert.throws(() => readExpiry(text, now), { code: 'bad-usage', message: /^--expires is / }, text);
		}
	});
});
