import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { readParameters, refuseOthers } from './query-parameters.ts';

function read(query: string): Record<string, string> {
	return { ...readParameters(`http://localhost/relationships${query}`) };
}

function wrongFields(query: string): (string | undefined)[] {
	try {
		read(query);
	} catch (error) {
		assert.ok(error instanceof BrokerError);
		assert.equal(error.code, 'bad-query');
		return error.problems.map(({ field }) => field);
	}
	return [];
}

describe('query parameters', () => {
	it('are read and decoded', () => {
		assert.deepEqual(read(''), {});
		assert.deepEqual(read('?'), {});
		assert.deepEqual(read('?id=10.1%2Fa&q=dark+matter%2Bx&type='), { id: '10.1/a', q: 'dark matter+x', type: '' });
		assert.deepEqual(read('?a=b=c&flag&&d=1#fragment=2'), { a: 'b=c', flag: '', d: '1' });
	});

	it('are named when they are repeated, whatever way they are written', () => {
		assert.deepEqual(wrongFields('?id=1&q=2&id=3&id=4'), ['id']);
		assert.deepEqual(wrongFields('?id=1&%69d=1'), ['id']);
	});

	it('are a list, one value per line, where they may be repeated', () => {
		const lists = ['only'];
		const read = (query: string) => ({ ...readParameters(`http://localhost/?${query}`, { lists }) });
		assert.deepEqual(read('only=a&id=1&only=b%2Fc&%6Fnly=d'), { only: 'a\nb/c\nd', id: '1' });
		assert.throws(() => read('only=a&id=1&only=b&id=2'), /id is given more than once/);
	});

	it('are named when their encoding is wrong', () => {
		assert.deepEqual(wrongFields('?q=100%&id=1'), ['q']);
		assert.deepEqual(wrongFields('?q=%E9'), ['q']);
		assert.deepEqual(wrongFields('?%zz=1'), ['%zz']);
	});

	it('may have any name', () => {
		for (const name of ['__proto__', 'constructor', 'toString', '']) {
			assert.equal(readParameters(`http://localhost/?${name}=1`)[name], '1');
			assert.deepEqual(wrongFields(`?${name}=1&${name}=2`), [name]);
		}
	});

	it('are refused where their name is not known', () => {
		const refuse = () => refuseOthers(readParameters('http://localhost/?noindex=1&NoIndex=1&x=2'), ['noindex']);
		assert.throws(refuse, ({ code, problems }: BrokerError) => {
			assert.equal(code, 'bad-query');
			assert.deepEqual(
				problems.map(({ field }) => field),
				['NoIndex', 'x'],
			);
			return true;
		});
	});

	it('read what URLSearchParams writes', () => {
		const parameters = fc.uniqueArray(fc.tuple(fc.string(), fc.string({ unit: 'grapheme' })), {
			selector: ([name]) => name,
		});
		fc.assert(
			fc.property(parameters, (pairs) => {
				const given = readParameters(`http://localhost/?${new URLSearchParams(pairs)}`);
				assert.deepEqual(Object.entries(given).sort(), pairs.map(([name, value]) => [name, value]).sort());
			}),
		);
	});
});
