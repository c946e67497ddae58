import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyFlawedLink, anyJson, anyLink, type Json } from './link.arbitrary.ts';
import { readRecord } from './read-record.ts';
import { linkSchema, linksSchema } from './schema.ts';

function reads(record: Json): boolean {
	return 'link' in readRecord(record, 0);
}

function allows(record: Json): boolean {
	return linkSchema.safeParse(record).success;
}

describe('the schema of a link', () => {
	it('allows what the reader takes and refuses what it refuses', () => {
		const record = fc.oneof({ weight: 6, arbitrary: anyFlawedLink }, anyLink, anyJson);
		fc.assert(
			fc.property(record, (value) => {
				assert.equal(allows(value), reads(value), linkSchema.safeParse(value).error?.message ?? 'the schema allows it');
			}),
			{ numRuns: 1_500 },
		);
	});

	it('bounds the number of links in a batch', () => {
		const [link] = fc.sample(anyLink, 1);
		assert.ok(linksSchema(2).safeParse([link, link]).success);
		assert.ok(!linksSchema(2).safeParse([link, link, link]).success);
		assert.ok(!linksSchema(2).safeParse([]).success);
	});
});
