import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { relationCode } from '../../links/relation.ts';
import { anyFlawedLink, anyJson, anyLink, type Json } from './link.arbitrary.ts';
import { readAcceptedLinks, readLinks, readValidLinks } from './read-links.ts';

const limits = { maxLinks: 1_000 };

function link(source: string, relation: string, target: string, more: { [field: string]: Json } = {}) {
	return {
		Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'software' } },
		Target: { Identifier: { ID: target, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: relation },
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2018-01-01',
		...more,
	};
}

function failureOf(body: Uint8Array | string, maxLinks = limits.maxLinks): BrokerError {
	try {
		readLinks(body, { maxLinks });
	} catch (error) {
		assert.ok(error instanceof BrokerError, String(error));
		return error;
	}
	return assert.fail('the body is taken');
}

/** Finds what a JSON pointer (RFC 6901) names; undefined where it leads nowhere. */
function resolve(value: unknown, pointer: string): unknown {
	const names = pointer.split('/').slice(1);
	return names.reduce((holder, name) => {
		const field = name.replaceAll('~1', '/').replaceAll('~0', '~');
		return Object.getOwnPropertyDescriptor(Object(holder), field)?.value;
	}, value);
}

describe('a body of links', () => {
	it('is read into a batch', () => {
		const batch = readLinks(JSON.stringify([link('A', 'References', 'B'), link('b', 'IsReferencedBy', 'C')]), limits);
		assert.deepEqual(
			batch.identifiers.map(({ value }) => value),
			['A', 'B', 'C'],
		);
		assert.deepEqual(batch.assertions, [
			[0, relationCode.Cites, 1, 0, 0, 0, 0, 1],
			[2, relationCode.Cites, 1, 0, 1, 1, 2, 3],
		]);
		assert.deepEqual(batch.provenances, ['["Zenodo","2018-01-01"]']);
		const texts = ['software', 'literature', 'literature', 'software'].map((type) => `{"Type":{"Name":"${type}"}}`);
		assert.deepEqual(
			batch.descriptions,
			[0, 1, 2, 1].map((identifier, at) => [identifier, texts[at]]),
		);
		assert.deepEqual(batch.counts, { links: 2, descriptions: 0, ignored: 0, containers: 0, unknownRelations: [] });
	});

	it('may link an object to itself, which is counted as a description', () => {
		const batch = readLinks(JSON.stringify([link('10.1000/A', 'References', 'https://doi.org/10.1000/a')]), limits);
		assert.deepEqual(batch.counts, { links: 1, descriptions: 1, ignored: 0, containers: 0, unknownRelations: [] });
	});

	it('that is not JSON fails as malformed-json with line and column', () => {
		const failure = failureOf('[\n  {"Source": {,}}\n]');
		assert.equal(failure.code, 'malformed-json');
		assert.match(failure.message, /line 2, column 15: expected a name in double quotes but found `,`/);
	});

	it('that has one link a line fails as malformed-json, with what to do', () => {
		const lines = '{"Source": 1}\n{"Source": 2}\n';
		for (const body of [lines, Buffer.from(lines)]) {
			assert.match(failureOf(body).message, /line 2, column 1: .*\(JSON Lines\): send them as one array/);
		}
		assert.doesNotMatch(failureOf('[{"Source": 1}\n{"Source": 2}]').message, /JSON Lines/);
	});

	it('that is not UTF-8 fails as malformed-json', () => {
		const failure = failureOf(Buffer.from(JSON.stringify([link('é', 'Cites', 'B')]), 'latin1'));
		assert.equal(failure.code, 'malformed-json');
		assert.match(failure.message, /the byte 0xE9 is not UTF-8/);
	});

	it('that is not an array, or an empty one, or too long a one, fails as invalid-links', () => {
		for (const [body, message] of [
			['{}', /must be a JSON array of link objects, even for a single one/],
			['{"result": [{}]}', /must be a JSON array of link objects, which it holds in `result`: send that array/],
			['null', /must be a JSON array/],
			['[]', /is an empty array/],
			[JSON.stringify(Array(3).fill(link('A', 'Cites', 'B'))), /holds 3 links; at most 2 are taken at once/],
		] as const) {
			const failure = failureOf(body, 2);
			assert.equal(failure.code, 'invalid-links');
			assert.match(failure.message, message);
			assert.equal(failure.problems[0]?.pointer, '');
		}
	});

	it('with wrong records is refused as a whole; all are counted, the first hundred named', () => {
		const records: Json[] = Array.from({ length: 300 }, (_, n) => (n % 2 ? { x: 1 } : link('A', 'Cites', 'B')));
		const failure = failureOf(JSON.stringify(records));
		assert.equal(failure.code, 'invalid-links');
		assert.match(
			failure.message,
			/^150 of 300 links are not valid, so none is taken\. The first problem: \/1\/x: unknown field `x`/,
		);
		const named = new Set(failure.problems.map(({ pointer }) => pointer?.split('/')[1]));
		assert.equal(named.size, 100);
		assert.ok(named.has('199') && !named.has('201'));
	});

	it('with a name that is given twice in one object is refused, with its place', () => {
		const body = JSON.stringify([link('A', 'Cites', 'B'), link('A', 'Cites', 'C')]);
		const twice = body.replace(/"Target":(.*?),"Relation/g, '"Target":$1,"Target":$1,"Relation');
		assert.deepEqual(
			failureOf(twice).problems.map(({ pointer }) => pointer),
			['/0/Target', '/1/Target'],
		);
		const deeper = body.replace('"ID":"A"', '"ID":"A","ID" : "A"');
		assert.match(failureOf(Buffer.from(deeper)).message, /^1 of 2 .*\/0\/Source\/Identifier\/ID: is given twice/);
		assert.equal(readValidLinks(Buffer.from(deeper), limits).batch.counts.links, 1);
	});

	it('that was accepted before is read as it was then, whatever is given twice', () => {
		const body = JSON.stringify([link('A', 'Cites', 'B')]).replace('"ID":"A"', '"ID":"X","ID":"A"');
		assert.deepEqual(
			readAcceptedLinks(Buffer.from(body)).identifiers.map(({ value }) => value),
			['A', 'B'],
		);
	});

	it('that was accepted before is read, whatever its providers are called', () => {
		for (const name of ['Zen\u043edo', '\u200b']) {
			const body = Buffer.from(JSON.stringify([link('A', 'Cites', 'B', { LinkProvider: [{ Name: name }] })]));
			assert.equal(failureOf(body).problems[0]?.pointer, '/0/LinkProvider/0/Name');
			assert.deepEqual(readAcceptedLinks(body).providers, [name]);
		}
	});

	it('of strings with NUL or half a surrogate pair is refused, however they are written', () => {
		const body = JSON.stringify([link('A', 'Cites', 'B', { LicenseURL: 'Title' })]);
		for (const risky of ['a\\u0000b', 'a\\ud800b', 'a\\uDC00b']) {
			const failure = failureOf(Buffer.from(body.replace('"Title"', `"${risky}"`)));
			assert.deepEqual(
				failure.problems.map(({ pointer }) => pointer),
				['/0/LicenseURL'],
			);
		}
		assert.equal(failureOf(body.replace('"Title"', '"\ud800"')).problems[0]?.pointer, '/0/LicenseURL');
		readLinks(body.replace('"Title"', '"a\\\\u0000 \\ud83d\\ude00"'), limits);
	});

	it('nested deeper than links are is refused like any other wrong one, and far deeper as JSON', () => {
		const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
		assert.equal(failureOf(nested(60)).problems[0]?.pointer, '/0');
		const within = (depth: number) =>
			JSON.stringify([link('A', 'Cites', 'B', { LicenseURL: 'deep' })]).replace('"deep"', nested(depth));
		assert.equal(failureOf(within(60)).problems[0]?.pointer, '/0/LicenseURL');
		assert.equal(failureOf(within(1_000_000)).code, 'malformed-json');
	});

	it('whose identifiers times providers make too many statements is refused', () => {
		const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ID: `${n}`, IDScheme: 'x' }));
		const providers = Array.from({ length: 1_000 }, (_, n) => ({ Name: `P${n}` }));
		const wide = link('A', 'Cites', 'B', { LinkProvider: providers });
		const source = (count: number) => ({ ...wide, Source: { Type: { Name: 'unknown' }, Identifier: many(count) } });
		assert.equal(readLinks(JSON.stringify([source(200)]), limits).assertions.length, 200_000);
		const failure = failureOf(JSON.stringify([source(201), wide]));
		assert.equal(failure.code, 'invalid-links');
		assert.match(failure.message, /too large.*send fewer links/);
		assert.equal(failure.problems[0]?.pointer, '/0');
		// Who allows more links in an event allows what they make.
		assert.equal(readLinks(JSON.stringify([source(201)]), { maxLinks: 20_000 }).assertions.length, 201_000);
	});

	it('that is to be withdrawn is refused where its identifiers times each other make too many statements', () => {
		const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ID: `${n}`, IDScheme: 'x' }));
		const object = (count: number) => ({ Type: { Name: 'unknown' }, Identifier: many(count) });
		const body = (count: number) =>
			JSON.stringify([link('A', 'Cites', 'B', { Source: object(count), Target: object(count) })]);
		const withdrawn = { ...limits, action: 'withdraw' as const };
		assert.equal(readLinks(body(100), withdrawn).withdrawals.length, 10_000);
		assert.throws(() => readLinks(body(450), withdrawn), /too large/);
	});

	it('whose identifiers times metadata make too much text is refused', () => {
		const Identifier = Array.from({ length: 1_000 }, (_, n) => ({ ID: `${n}`, IDScheme: 'x' }));
		const Source = { Type: { Name: 'unknown' }, Identifier, Title: 'x'.repeat(60_000) };
		const wide = (count: number) => JSON.stringify(Array(count).fill(link('A', 'Cites', 'B', { Source })));
		assert.match(failureOf(wide(2)).message, /too large/);
	});

	it('of any JSON is taken or refused, never anything else, and every pointer leads to something in it', () => {
		const anyBody = fc.oneof(anyJson, fc.array(fc.oneof(anyFlawedLink, anyLink), { maxLength: 3 }));
		fc.assert(
			fc.property(anyBody, (body) => {
				const text = JSON.stringify(body);
				try {
					readLinks(text, limits);
				} catch (error) {
					assert.ok(error instanceof BrokerError && error.code === 'invalid-links', String(error));
					assert.ok(error.problems.length > 0);
					for (const { pointer, message } of error.problems) {
						assert.notEqual(resolve(JSON.parse(text), pointer as string), undefined, text);
						assert.ok(message.length > 0);
					}
				}
			}),
			{ numRuns: 500 },
		);
	});

	it('of any bytes is taken or refused, never anything else', () => {
		fc.assert(
			fc.property(fc.uint8Array(), (bytes) => {
				failureOf(bytes);
			}),
		);
	});

	it('of right links is taken, each counted', () => {
		fc.assert(
			fc.property(fc.array(anyLink, { minLength: 1, maxLength: 4 }), (links) => {
				const batch = readLinks(Buffer.from(JSON.stringify(links)), limits);
				assert.equal(batch.counts.links, links.length);
			}),
		);
	});
});

describe('the identifiers of a batch', () => {
	const object = (from: number, count: number) => ({
		Identifier: Array.from({ length: count }, (_, at) => ({ ID: String(from + at), IDScheme: 'number' })),
		Type: { Name: 'dataset' },
	});
	const link = (at: number, count: number) => ({
		Source: object(at * count, count),
		Target: object(1_000_000_000 + at * count, count),
		RelationshipType: { Name: 'References' },
		LinkProvider: [{ Name: 'P' }],
		LinkPublicationDate: '2018',
	});
	const batch = (links: number, ofEach: number) =>
		JSON.stringify(Array.from({ length: links }, (_, at) => link(at, ofEach)));

	it('are at most a thousand of each object', () => {
		assert.equal(readLinks(batch(1, 1_000), { maxLinks: 1 }).identifiers.length, 2_000);
		assert.throws(
			() => readLinks(batch(1, 1_001), { maxLinks: 1 }),
			(error: BrokerError) =>
				error.code === 'invalid-links' &&
				error.problems[0]?.pointer === '/0/Source/Identifier' &&
				/1001 items; 1000 are allowed/.test(error.problems[0].message),
		);
	});

	it('are at most a hundred thousand, or ten for each link that is allowed', () => {
		assert.equal(readLinks(batch(50, 1_000), { maxLinks: 50 }).identifiers.length, 100_000);
		assert.throws(
			() => readLinks(batch(51, 1_000), { maxLinks: 51 }),
			(error: BrokerError) =>
				error.code === 'invalid-links' &&
				error.problems[0]?.pointer === '/50' &&
				/more than 100000 identifiers: send fewer links/.test(error.message),
		);
		assert.equal(readLinks(batch(51, 1_000), { maxLinks: 20_000 }).identifiers.length, 102_000);
	});
});
