// Says what is kept of links that searches read, for how long and in how much room.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { work } from '../../../ports/search/search-index.fixture.ts';
import type { Connection } from './connection.ts';
import {
	createLinkColumnsReader,
	defaultColumnLimits,
	type LinkColumns,
	type LinkList,
	type LinksAsked,
	type TextsOfSome,
} from './link-columns.ts';
import type { LinkTexts } from './link-texts.ts';
import { objectRow } from './packed-rows.ts';
import { linkIndex, textColumns, type View, views } from './schema.ts';
import { openTables } from './tables.fixture.ts';

const open: ReturnType<typeof openTables>[] = [];

/** Makes an index in which group 1 cites as many others as asked; the first six share an instant. All have the history given. */
function indexOf(cited: number, history: number | string = 1): Connection {
	const opened = openTables();
	const { connection } = opened;
	open.push(opened);
	connection.execute(linkIndex);
	connection.execute('BEGIN');
	for (let number = 0; number < cited; number++) {
		const object = {
			...work('A', { text: { title: [`title ${number} 𐌰`], creator: ['smith'] }, year: 2000 + number }),
			group: 2 + number,
			sortKey: `key ${(number * 7) % 10} ${number}`,
		};
		connection.prepare('INSERT INTO object VALUES (?, ?, ?, ?, ?)').run(...objectRow(object));
		connection.prepare('INSERT INTO text VALUES (?, ?, ?, ?, ?, ?)').run(object.group, ...textColumns(object.text));
		connection.prepare('INSERT INTO link VALUES (1, 1, ?, 3, ?, ?)').run(2 + number, Math.max(5, number), history);
	}
	connection.execute('COMMIT');
	return connection;
}

function closeAll(): void {
	for (const { remove } of open.splice(0)) remove();
}

const citing: LinksAsked = { groupBy: 'identity', group: 1, view: views[0] as View, count: 20, recentIn: [] };
/** So many that they are not listed for being asked for a few times. */
const asMany: LinksAsked = { ...citing, count: 2_000 };
const allOf = ({ count }: LinkColumns) => new Uint8Array(count).fill(1);
const objectsOf = (links: Iterable<LinkColumns>) => [...links].map(({ object }) => [...object]);

describe('the columns of links', () => {
	afterEach(closeAll);

	it('are in the order of answers, newest first, whichever is asked for', () => {
		const reader = createLinkColumnsReader(indexOf(8), defaultColumnLimits);
		const [links] = [...reader.read(citing, 'oldest')];
		// Of one instant: keys 0 0, 1 3, 4 2, 5 5, 7 1, 8 4.
		assert.deepEqual([...(links?.object ?? [])], [9, 8, 2, 5, 4, 7, 3, 6]);
		assert.deepEqual([...(links?.latest ?? [])], [7, 6, 5, 5, 5, 5, 5, 5]);
		assert.deepEqual(links?.order, 'newest');
	});

	it('are kept once read, until they are forgotten', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		assert.equal(reader.recall(asMany), undefined);
		const [links] = [...reader.read(citing, 'newest')];
		assert.equal(reader.recall(asMany), links);
		assert.equal([...reader.read(citing, 'oldest')][0], links);
		assert.equal(reader.recall({ ...asMany, groupBy: 'version' }), undefined);
		assert.equal(reader.recall({ ...asMany, group: 2 }), undefined);
		assert.equal(reader.recall({ ...asMany, view: views[1] as View }), undefined);
		reader.forget();
		assert.equal(reader.recall(asMany), undefined);
	});

	it('come in steps in the order asked for, and are not kept, where they are too many', () => {
		const reader = createLinkColumnsReader(indexOf(20), { ...defaultColumnLimits, mostKept: 19, step: 8 });
		const whole = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		const [newest = []] = objectsOf(whole.read(citing, 'newest'));
		const steps = objectsOf(reader.read(citing, 'newest'));
		assert.deepEqual(
			steps.map((step) => step.length),
			[8, 8, 4],
		);
		assert.deepEqual(steps.flat(), newest);
		assert.deepEqual(objectsOf(reader.read(citing, 'oldest')).flat(), newest.toReversed());
		assert.equal(reader.recall(asMany), undefined);
	});

	it('have texts in their own order, kept with them', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		const [links] = [...reader.read(citing, 'newest')] as [LinkColumns];
		const [{ texts }] = [...reader.textsOf(links, allOf(links))] as [TextsOfSome];
		const [{ words, begins }] = texts as [LinkTexts];
		const lines = words.split('\n');
		assert.deepEqual(
			[...begins].slice(0, -1).map((begin, line) => words.slice(begin, begin + (lines[line] as string).length)),
			lines,
		);
		assert.equal(begins.at(-1), words.length);
		assert.deepEqual(
			lines.slice(0, 20),
			[...links.object].map((object) => ` title ${object - 2} 𐌰 `),
		);
		assert.deepEqual([...new Set(lines.slice(20, 40))], [' smith ']);
		assert.deepEqual([...new Set(lines.slice(40))], ['']);
		assert.equal((reader.recall(citing) as LinkColumns).texts[0]?.words, words);
	});

	it('have texts of those alone that were wanted, read once', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		const [links] = [...reader.read(citing, 'newest')] as [LinkColumns];
		const ordinalsRead = (...wanted: number[]) => {
			const marks = Uint8Array.from(allOf(links), (_, ordinal) => Number(wanted.includes(ordinal)));
			const [some] = [...reader.textsOf(links, marks)] as [TextsOfSome];
			assert.deepEqual(some.wanted, marks);
			return some.texts.map(({ ordinals }) => [...ordinals]);
		};
		assert.deepEqual(ordinalsRead(3, 5), [[3, 5]]);
		assert.deepEqual(ordinalsRead(5), [[3, 5]]);
		assert.deepEqual(ordinalsRead(0, 3, 19), [
			[3, 5],
			[0, 19],
		]);
	});

	it('keep no more texts than may be kept; the others come piece by piece, each time anew', () => {
		// Each piece weighs 300, and 24 + 4 + up to 54 for the line in it; columns of 20 links 2,020.
		const limits = { ...defaultColumnLimits, keptBytes: 2_920, textBytes: 1 };
		const reader = createLinkColumnsReader(indexOf(20), limits);
		const [links] = [...reader.read(citing, 'newest')] as [LinkColumns];
		for (const time of [1, 2]) {
			const answers = [...reader.textsOf(links, allOf(links))];
			const wanted = answers.map((some) => [...some.wanted.keys()].filter((ordinal) => some.wanted[ordinal] === 1));
			assert.deepEqual(wanted, [...Array.from({ length: 18 }, (_, other) => [other + 2]), [0, 1]], `time ${time}`);
			for (const [at, { texts }] of answers.entries()) {
				assert.deepEqual(
					texts.flatMap(({ ordinals }) => [...ordinals]),
					wanted[at],
				);
			}
			assert.ok(links.bytes <= limits.keptBytes);
			assert.equal(reader.recall(citing), links);
		}
	});

	it('give way to others when texts take more room than is left', () => {
		// Columns of 20 links weigh 2,020, with their texts 3,220 to 3,720.
		const reader = createLinkColumnsReader(indexOf(20), { ...defaultColumnLimits, keptBytes: 4_020 });
		const asVersion: LinksAsked = { ...citing, groupBy: 'version' };
		const [links] = [...reader.read(citing, 'newest')] as [LinkColumns];
		const [others] = [...reader.read(asVersion, 'newest')] as [LinkColumns];
		assert.deepEqual([reader.recall(citing), reader.recall(asVersion)], [links, others]);
		for (const some of [links, others]) assert.equal([...reader.textsOf(some, allOf(some))].length, 1);
		assert.deepEqual([reader.recall(citing), reader.recall(asVersion)], [links, others]);
		reader.read({ ...citing, group: 2 }, 'newest');
		assert.equal(reader.recall(asMany), undefined);
	});

	it('share one buffer: most works are cited a few times, and each buffer takes more than that', () => {
		const { latest, object, year, type, hasText } = [
			...createLinkColumnsReader(indexOf(3), defaultColumnLimits).read(citing, 'newest'),
		][0] as LinkColumns;
		for (const column of [object, year, type, hasText]) assert.equal(column.buffer, latest.buffer);
	});

	it('weigh what lists of statements take', () => {
		const list = JSON.stringify(Array.from({ length: 100 }, (_, id) => id));
		const bytesWith = (history: number | string) => {
			const reader = createLinkColumnsReader(indexOf(20, history), defaultColumnLimits);
			return [...reader.read(citing, 'newest')].reduce((sum, { bytes }) => sum + bytes, 0);
		};
		assert.ok(bytesWith(list) >= bytesWith(1) + 20 * list.length);
	});
});

describe('a list of links', () => {
	afterEach(closeAll);
	/** So few that they are listed at once. */
	const asFew: LinksAsked = { ...citing, count: 1 };

	it('has the newest first, those of one instant in any order, and looks at no object', () => {
		const connection = indexOf(8);
		connection.execute('DROP TABLE object');
		const list = createLinkColumnsReader(connection, defaultColumnLimits).recall(asFew) as LinkList;
		assert.deepEqual([list.order, [...list.latest]], ['newest', [7, 6, 5, 5, 5, 5, 5, 5]]);
		assert.deepEqual([...list.object.slice(0, 2)], [9, 8]);
		assert.deepEqual([...list.object].sort(), [2, 3, 4, 5, 6, 7, 8, 9]);
		assert.deepEqual([list.history, list.settled], [Array(8).fill(1), new Uint8Array(8)]);
	});

	it('is kept until it is forgotten, or columns are read', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		const list = reader.recall(asFew);
		assert.equal(reader.recall(asMany), list);
		const [columns] = reader.read(citing, 'newest');
		assert.equal(columns?.type.length, 20);
		assert.equal(reader.recall(asMany), columns);
		reader.forget();
		assert.equal(reader.recall(asMany), undefined);
	});

	it('leaves its room when columns are read, also when these are not kept for long', () => {
		const reader = createLinkColumnsReader(indexOf(20), { ...defaultColumnLimits, keptBytes: 1_000 });
		reader.recall(asFew);
		assert.notEqual(reader.recall(asMany), undefined);
		assert.equal([...reader.read(citing, 'newest')].length, 1);
		assert.equal(reader.recall(asMany), undefined);
	});

	it('pushes no columns out', () => {
		const reader = createLinkColumnsReader(indexOf(20), { ...defaultColumnLimits, keptBytes: 2_100, listBytes: 2_100 });
		const [columns] = reader.read(citing, 'newest');
		for (let group = 2; group < 50; group++) assert.equal(reader.recall({ ...asFew, group })?.count, 0);
		assert.equal(reader.recall(asMany), columns);
	});

	it('is made at once of 50 links or fewer', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		assert.equal(reader.recall({ ...citing, count: 51 }), undefined);
		reader.forget();
		assert.equal(reader.recall({ ...citing, count: 50 })?.count, 20);
	});

	it('is made of more when they were asked for so often that it would have been cheaper', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		for (let time = 1; time < 40; time++) assert.equal(reader.recall(asMany), undefined);
		assert.equal(reader.recall(asMany)?.count, 20);
		reader.forget();
		assert.equal(reader.recall(asMany), undefined);
	});

	it('is paid for anew once it had to give way', () => {
		const reader = createLinkColumnsReader(indexOf(20), { ...defaultColumnLimits, listBytes: 1_600 });
		for (let time = 1; time < 40; time++) assert.equal(reader.recall(asMany), undefined);
		assert.equal(reader.recall(asMany)?.count, 20);
		for (const group of [2, 3]) reader.recall({ ...asFew, group });
		for (let time = 1; time < 40; time++) assert.equal(reader.recall(asMany), undefined);
		assert.equal(reader.recall(asMany)?.count, 20);
	});

	it('is not made for that of so many that all would wait for it, nor of more than may be kept', () => {
		const reader = createLinkColumnsReader(indexOf(20), defaultColumnLimits);
		for (let time = 0; time < 400; time++) assert.equal(reader.recall({ ...citing, count: 5_001 }), undefined);
		for (let time = 1; time < 100; time++) assert.equal(reader.recall({ ...citing, count: 5_000 }), undefined);
		assert.equal(reader.recall({ ...citing, count: 5_000 })?.count, 20);
		const tooMany = createLinkColumnsReader(indexOf(20), { ...defaultColumnLimits, mostKept: 19 });
		for (let time = 0; time < 10; time++) assert.equal(tooMany.recall(citing), undefined);
	});

	it('weighs what lists of statements take', () => {
		const list = JSON.stringify(Array.from({ length: 100 }, (_, id) => id));
		const bytesWith = (history: number | string) =>
			createLinkColumnsReader(indexOf(20, history), defaultColumnLimits).recall(asFew)?.bytes as number;
		assert.ok(bytesWith(list) >= bytesWith(1) + 20 * list.length);
	});
});
