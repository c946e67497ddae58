import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findRepeatedNames } from './repeated-names.ts';

const repeatedIn = (text: string) => findRepeatedNames(text, JSON.parse(text)).map((path) => path.join('/'));

describe('repeated names in JSON', () => {
	it('are found wherever they are, in the order of the text', () => {
		assert.deepEqual(repeatedIn('{"a":1,"a":2}'), ['a']);
		assert.deepEqual(repeatedIn('[{"a":1},{"b":{"c":[0,{"d":1,"d":2}],"e":1},"b":2}]'), ['1/b/c/1/d', '1/b']);
		assert.deepEqual(repeatedIn('{"a":1,"a":2,"a":3}'), ['a', 'a']);
		assert.deepEqual(repeatedIn('{"a" :1, "x": [], "a"\n\t: {}}'), ['a']);
	});

	it('are one however they are written', () => {
		assert.deepEqual(repeatedIn('{"a":1,"\\u0061":2}'), ['a']);
		assert.deepEqual(repeatedIn('{"__proto__":1,"__proto__":2}'), ['__proto__']);
		assert.deepEqual(repeatedIn('{"a\\"":1,"a\\\\":2,"a\\"":3}'), ['a"']);
		assert.deepEqual(repeatedIn('{"":1,"":2}'), ['']);
	});

	it('are none where names differ, or stand in other objects or in strings', () => {
		for (const text of [
			'{"a":1,"A":2}',
			'[{"a":1},{"a":2},{"b":{"a":{"a":1}}}]',
			'["a:", ":a", "\\":", "\\"a\\":1,\\"a\\":2", "a"]',
			'{"a":"b\\" : c","b":": a","c":"\\\\"}',
			'{}',
			'7',
			'":"',
			'null',
		]) {
			assert.deepEqual(repeatedIn(text), [], text);
		}
	});

	it('are reported a thousand times at most, and thirty-two levels deep', () => {
		assert.equal(repeatedIn(`{"a":0${',"a":0'.repeat(2_000)}}`).length, 1_000);
		const [path] = findRepeatedNames(...deep('{"a":1,"a":2}', 100_000));
		assert.deepEqual(path, new Array(32).fill(0));
	});

	const deep = (text: string, depth: number): [string, unknown] => {
		const nested = `${'['.repeat(depth)}${text}${']'.repeat(depth)}`;
		return [nested, JSON.parse(nested)];
	};

	it('are none in what JSON.stringify writes, whatever is in it', () => {
		fc.assert(
			fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1), (value, indent) => {
				assert.deepEqual(repeatedIn(JSON.stringify(value, undefined, indent)), []);
			}),
		);
	});

	it('are found in any object that has one member more than it holds', () => {
		// V8 14.6 takes a name that is written with an escape for another one, if it has read objects
		// that had that one in its place.
		const isPlain = (name: string) => JSON.stringify(name) === `"${name}"`;
		const name = fc.oneof(fc.string().filter(isPlain), fc.constantFrom('a', ':', ' :'));
		const members = fc.dictionary(name, fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
		fc.assert(
			fc.property(members, fc.jsonValue(), (holder, value) => {
				const [again] = Object.keys(holder);
				const text = JSON.stringify(holder).replace('{', () => `{${JSON.stringify(again)}:${JSON.stringify(value)},`);
				assert.deepEqual(findRepeatedNames(`[1,${text}]`, JSON.parse(`[1,${text}]`)), [[1, again]]);
			}),
		);
	});

	it('are looked for in time that grows with the text alone', () => {
		const hostile = `{"a":"${'\\\\'.repeat(500_000)}","b":"${' '.repeat(500_000)}:","c":"${': '.repeat(200_000)}","a":1}`;
		assert.deepEqual(repeatedIn(hostile), ['a']);
	});
});
