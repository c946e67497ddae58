import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayText, figureName, figureText, momentText } from './moments.ts';

describe('figures', () => {
	it('are named in words, and carry the unit of their name', () => {
		assert.equal(figureName('oldest_waiting_seconds'), 'Oldest waiting');
		assert.equal(figureText('oldest_waiting_seconds', 4), '4 s');
		assert.equal(figureName('links_per_second'), 'Links per second');
		assert.equal(figureText('links_per_second', 51_700.126), '51,700.13');
		assert.equal(figureName('waitingEntries'), 'Waiting entries');
	});

	it('of bytes are written in units of a thousand', () => {
		assert.equal(figureText('index_bytes', 0), '0 bytes');
		assert.equal(figureText('index_bytes', 999), '999 bytes');
		assert.equal(figureText('index_bytes', 98_765_432), '98.8 MB');
	});

	it('may be words, truths, times, or missing', () => {
		assert.equal(figureText('version', '0.1.0'), '0.1.0');
		assert.equal(figureText('ready', true), 'yes');
		assert.match(figureText('started', '2026-03-02T12:00:00.000Z'), /2 Mar 2026/);
		assert.equal(figureText('started', null), '–');
	});
});

describe('times', () => {
	it('are written for people, and may be missing', () => {
		assert.match(momentText('2026-03-02T12:00:00.000Z'), /^2 Mar 2026, \d\d:\d\d:\d\d$/);
		assert.equal(momentText(null), '–');
		assert.equal(dayText(null), 'never');
	});
});
