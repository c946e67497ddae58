import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readingLimits } from '../../links/limits.ts';
import { readAcceptedLinks, readLinks } from '../scholix/read-links.ts';
import { parseJson } from './json-text.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const listed = (values: number) => `[${'0,'.repeat(values - 2)}0]`;

function excessOf(text: string | Uint8Array) {
	const read = parseJson(text);
	return 'error' in read ? read.error : undefined;
}

describe('JSON of others', () => {
	it('may be as deep as the bound, and no deeper', () => {
		assert.equal(excessOf(nested(readingLimits.depth)), undefined);
		const error = excessOf(`\n ${nested(readingLimits.depth + 1)}`);
		assert.equal(error?.isExcess, true);
		assert.deepEqual([error?.line, error?.column], [2, readingLimits.depth + 2]);
		assert.match(error?.message ?? '', /more than 64 deep/);
	});

	it('may hold as many values as the bound, and no more', () => {
		assert.equal(excessOf(listed(readingLimits.parts)), undefined);
		assert.match(excessOf(listed(readingLimits.parts + 1))?.message ?? '', /more than 2000000 parts .*; send fewer/);
	});

	it('is reported alike for bytes and for text', () => {
		const text = `["é", ${nested(70)}]`;
		const { offset: _, ...place } = excessOf(text) ?? { offset: 0 };
		const { offset: __, ...placeInBytes } = excessOf(Buffer.from(text)) ?? { offset: 0 };
		assert.deepEqual(placeInBytes, place);
	});

	it('may have any brackets and commas within its texts', () => {
		const text = JSON.stringify(['[{'.repeat(1_000), '\\"[', ','.repeat(readingLimits.parts)]);
		assert.equal(excessOf(text), undefined);
	});

	it('that is packed small and stands for much is refused at once and fills no memory', () => {
		const deep = Buffer.alloc(32 * 1024 * 1024, '[');
		assert.ok(gzipSync(deep).length < 40_000);
		const wide = Buffer.alloc(32 * 1024 * 1024, '[],');
		for (const body of [deep, wide]) {
			const [before, start] = [process.memoryUsage().rss, process.cpuUsage()];
			assert.throws(() => readLinks(body, { maxLinks: 10 }), { code: 'malformed-json', message: /exceeds a limit/ });
			const { user, system } = process.cpuUsage(start);
			assert.ok(user + system < 1_000_000, `took ${user + system} microseconds`);
			assert.ok(process.memoryUsage().rss - before < 100_000_000);
		}
	});

	it('is read beyond the bounds where it was accepted before', () => {
		assert.throws(() => readAcceptedLinks(Buffer.from(`[${nested(100)}]`)), { code: 'invalid-links' });
		assert.equal('value' in parseJson(nested(100), 'kept'), true);
	});
});
