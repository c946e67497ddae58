import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dumpFormats } from '../../../src/formats/dumps/dump-formats.ts';
import { momentText } from './moments.ts';
import {
	daysLeft,
	daysLeftText,
	dumpFormatTitles,
	everyText,
	fieldMessage,
	figureGroups,
	figureName,
	harvestConditionText,
	figureText as textOf,
} from './operator-words.ts';
import { sectionsFor } from './section-names.ts';

const figureText = (name: string, value: string | number | boolean | null) => textOf(name, value, momentText);

describe('figures', () => {
	it('are named in words, and carry the unit of their name', () => {
		assert.equal(figureName('oldest_waiting_seconds'), 'Oldest waiting');
		assert.equal(figureText('oldest_waiting_seconds', 4), '4 s');
		assert.equal(figureText('oldest_waiting_seconds', 28_689_720), '332 d');
		assert.equal(figureName('links_per_second'), 'Links per second');
		assert.equal(figureText('links_per_second', 51_700.126), '51,700.13');
		assert.equal(figureName('waitingEntries'), 'Waiting entries');
	});

	it('of bytes are written in units of a thousand', () => {
		assert.equal(figureText('index_bytes', 0), '0 bytes');
		assert.equal(figureText('index_bytes', 999), '999 bytes');
		assert.equal(figureText('index_bytes', 98_765_432), '98.8 MB');
	});

	it('stand in groups, and count parts by their states', () => {
		const parts = { objects: { waiting: 1, done: 2 }, links: { waiting: 3, done: 0 } };
		const groups = figureGroups({ queue: { new: 4 }, absent: null, rebuild: { generation: 5, parts } });
		assert.deepEqual(groups, [
			['queue', { new: 4 }],
			[
				'rebuild',
				{
					...{ generation: 5, parts_of_objects_waiting: 1, parts_of_objects_done: 2 },
					...{ parts_of_links_waiting: 3, parts_of_links_done: 0 },
				},
			],
		]);
	});

	it('may be words, truths, times, or missing', () => {
		assert.equal(figureText('version', '0.1.0'), '0.1.0');
		assert.equal(figureText('ready', true), 'yes');
		assert.equal(figureText('started', '2026-03-02T12:00:00.000Z'), '2 Mar 2026, 12:00:00 UTC');
		assert.equal(figureText('started', null), '–');
	});
});

describe('the formats of dumps that are offered', () => {
	it('are all that there are', () => {
		assert.deepEqual(dumpFormatTitles.map(([name]) => name).sort(), [...dumpFormats].sort());
	});
});

describe('the days that are left', () => {
	it('are whole ones, and over when the time is', () => {
		const now = Date.parse('2026-01-01T12:00:00Z');
		const written = (time: string) => daysLeftText(daysLeft(time, now));
		assert.equal(written('2027-01-01T23:59:59Z'), '365 days left');
		assert.equal(written('2026-01-02T13:00:00Z'), '1 day left');
		assert.equal(written('2026-01-02T11:00:00Z'), 'less than a day left');
		assert.equal(written('2026-01-01T11:59:59Z'), 'expired');
	});
});

describe('the pages', () => {
	it('of accounts and of the broker are for admins', () => {
		assert.deepEqual(sectionsFor(['curator']), ['loads', 'events', 'submit', 'subscriptions', 'tokens', 'password']);
		assert.ok(sectionsFor(['admin']).includes('users'));
	});

	it('show the progress of a harvest that is running or interrupted', () => {
		const written = (condition: string, total: number | null) =>
			harvestConditionText({ condition, run: { records: 400, total } });
		assert.equal(written('running', 1_200), 'running, 400 of 1,200 records');
		assert.equal(written('running', null), 'running, 400 records');
		assert.equal(written('interrupted', 1_200), 'interrupted, 400 of 1,200 records');
		assert.equal(harvestConditionText({ condition: 'scheduled', run: null }), 'scheduled');
	});

	it('say how often a harvest runs, in the largest unit that fits', () => {
		assert.deepEqual([86_400, 604_800, 21_600, 5_400, 90, null].map(everyText), [
			...['every day', 'every 7 days', 'every 6 hours', 'every 90 minutes', 'every 90 seconds', 'on request only'],
		]);
	});

	it('name form fields instead of places in a request body', () => {
		assert.equal(fieldMessage('/expires must lie ahead.'), 'The expires must lie ahead.');
		assert.equal(fieldMessage('/new_password is refused: It is too short.'), 'It is too short.');
		assert.equal(fieldMessage('The body: no column is chosen.'), 'No column is chosen.');
	});
});
