// Every boundary over which foreign input comes in, with what must hold there whatever comes: what
// cannot be read is refused by a failure of the catalogue, and what is accepted reads back the
// same.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cursorShape, readCursor as readChangeCursor } from '../../src/broker/changes/change-query.ts';
import { BrokerError, type ErrorCode, errorCatalogue } from '../../src/errors.ts';
import { damaged, unexpectedValues } from '../../src/formats/dialects/damaged.fixture.ts';
import { readLinkFiles } from '../../src/formats/dialects/read-link-files.ts';
import { anyFlawedLink, anyJson, anyLink } from '../../src/formats/scholix/link.arbitrary.ts';
import { checkChunk } from '../../src/formats/scholix/read-chunk.ts';
import { readAcceptedLinks, readLinks } from '../../src/formats/scholix/read-links.ts';
import {
	chooseMediaType,
	chooseOffered,
	prefersPage,
	requireHtmlAccepted,
} from '../../src/http/answers/media-types.ts';
import { readIdentifier, readText, schemes } from '../../src/identifiers/index.ts';
import { type LinkOrder, linkOrders, readCursor, writeCursor } from '../../src/ports/search/position.ts';
import { readWorkCursor, worksOrders, writeWorkCursor } from '../../src/ports/search/work-finder.ts';
import { parseQueryString } from '../../src/search/query-string.ts';
import { readSettings, settingDefinitions } from '../../src/settings.ts';
import { anyText, anyValues } from './texts.ts';

/** A boundary: `share` of all cases are its own; `property` holds for every input. */
export type Boundary = { name: string; share: number; property: fc.IRawProperty<unknown> };

// What takes longer holds up others; generous, since the machine may have other work.
const mostMilliseconds = 2_000;

/** Runs `read`; undefined where it refuses, which may only be with one of these codes. */
async function accepted<T>(codes: readonly ErrorCode[], read: () => T | Promise<T>): Promise<T | undefined> {
	const begunAt = performance.now();
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof BrokerError) || !codes.includes(error.code)) throw error;
		assert.ok(errorCatalogue[error.code].status < 500 || error.code === 'bad-setting', error.code);
		assert.notEqual(error.message, '');
		return undefined;
	} finally {
		const took = performance.now() - begunAt;
		assert.ok(took < mostMilliseconds, `it took ${Math.round(took)} ms`);
	}
}

function boundary<T>(
	name: string,
	share: number,
	input: fc.Arbitrary<T>,
	holds: (input: T) => Promise<unknown>,
): Boundary {
	const property = fc.asyncProperty(input, async (value) => void (await holds(value)));
	return { name, share, property: property as fc.IRawProperty<unknown> };
}

const json = fc.oneof(
	fc.array(fc.oneof(anyLink, anyFlawedLink), { maxLength: 3 }).map((links) => JSON.stringify(links)),
	anyJson.map((value) => JSON.stringify(value) ?? ''),
	anyText,
);

/** Makes bytes of JSON in which one place may be damaged. */
const body = fc.tuple(json, fc.option(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })))).map(([text, damage]) => {
	const bytes = Buffer.from(text);
	if (damage && bytes.length > 0) bytes[damage[0] % bytes.length] = damage[1];
	return bytes;
});

/** Makes a sample of any dialect that is damaged in one place. */
export const anyDamaged = fc
	.record({
		sample: fc.nat(),
		at: fc.double({ min: 0, max: 0.999, noNaN: true }),
		length: fc.nat({ max: 300 }),
		kind: fc.constantFrom('drop', 'repeat', 'cut', 'insert', 'swap'),
		bytes: fc.oneof(anyText, fc.constantFrom(...unexpectedValues)),
	} as const)
	.map(damaged);

const orders = Object.keys(linkOrders) as LinkOrder[];
const anyOrder = fc.constantFrom(...orders);

const anyCursor = fc.oneof(
	anyText,
	fc.jsonValue({ maxDepth: 1 }).map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
	fc
		.tuple(anyOrder, fc.oneof(fc.double(), anyText), anyText, fc.integer({ min: -1, max: 6 }))
		.map(([order, value, sortKey, relation]) => writeCursor(order, { value, sortKey, relation })),
);

const schemeNames = schemes.map(({ name }) => name);
const log = { id: 'abcdefghij', oldest: 5, newest: 900 };

/** Lists the boundaries that need no server. */
export const boundaries: readonly Boundary[] = [
	boundary('the free-text query', 20, anyText, (text) =>
		accepted(['bad-query-string'], () => parseQueryString(text, (value) => [value])),
	),
	boundary(
		'identifiers',
		25,
		fc.tuple(anyText, fc.option(fc.oneof(fc.constantFrom(...schemeNames), anyText))),
		([text, scheme]) =>
			accepted([], () => {
				readText(text);
				if (scheme === null) return;
				const once = readIdentifier(text, scheme);
				const again = readIdentifier(once.value, once.scheme);
				assert.deepEqual([again.scheme, again.key], [once.scheme, once.key]);
			}),
	),
	boundary('bodies of submissions', 18, body, async (bytes) => {
		const read = await accepted(['malformed-json', 'invalid-links'], () => readLinks(bytes, { maxLinks: 10 }));
		if (read) assert.deepEqual(readAcceptedLinks(bytes), read);
	}),
	boundary('files of links', 4, fc.array(body, { maxLength: 3 }), (blocks) =>
		accepted(['malformed-json', 'invalid-links', 'bad-file'], async () => {
			async function* input() {
				yield* blocks;
			}
			const options = { maxLinks: 2, maxBytes: 20_000, supplied: {}, date: '2024-05-01', skipInvalid: true };
			for await (const { chunk } of readLinkFiles('-', options, () => undefined, input())) checkChunk(chunk);
		}),
	),
	boundary('texts of dialects', 4, fc.tuple(anyDamaged, fc.boolean()), ([{ name, text }, isNamed]) =>
		accepted(['malformed-json', 'invalid-links', 'bad-file'], async () => {
			async function* input() {
				yield Buffer.from(text);
			}
			const given = { supplied: {}, provider: 'Library', date: '2024-05-01', ...(isNamed && { from: name }) };
			const options = { maxLinks: 20, maxBytes: 200_000, skipInvalid: false, ...given };
			for await (const { chunk } of readLinkFiles('-', options, () => undefined, input())) checkChunk(chunk);
		}),
	),
	boundary('settings', 8, anyValues(settingDefinitions.map(({ variable }) => variable)), (values) =>
		accepted(['bad-setting'], () => readSettings(Object.fromEntries(values))),
	),
	boundary('cursors', 8, anyCursor, async (cursor) => {
		for (const order of orders) {
			const position = await accepted(['bad-query'], () => readCursor(order, cursor));
			if (position) assert.equal(writeCursor(order, position), cursor);
		}
		for (const order of worksOrders) {
			const place = await accepted(['bad-query'], () => readWorkCursor({ order, cursor }));
			if (place) assert.equal(writeWorkCursor({ order }, place), cursor);
		}
		const number = await accepted(['bad-query', 'cursor-expired'], () => readChangeCursor(log, cursor));
		if (number !== undefined) assert.match(cursor, cursorShape);
	}),
	boundary('Accept headers', 4, anyText, async (accept) => {
		await accepted(['not-acceptable'], () => chooseMediaType(accept));
		await accepted(['not-acceptable'], () => chooseOffered(accept, ['application/json', 'text/csv']));
		await accepted(['not-acceptable'], () => requireHtmlAccepted(accept));
		await accepted([], () => prefersPage(accept));
	}),
];
