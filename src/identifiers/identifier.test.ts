// Tests the order of identifiers, and what distinguishes one from another.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareIdentifiers, compareText, type Identifier, identifierText } from './index.ts';

const identifier = (key: string, scheme: string): Identifier => ({ scheme, key, value: key });

describe('compareText', () => {
	it('orders as the UTF-8 bytes do', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
				const bytes = Buffer.compare(Buffer.from(one.toWellFormed()), Buffer.from(other.toWellFormed()));
				assert.equal(Math.sign(compareText(one.toWellFormed(), other.toWellFormed())), bytes);
			}),
		);
	});
});

describe('the text of an identifier', () => {
	it('is of no other one, also where the parts hold blanks', () => {
		assert.notEqual(identifierText(identifier('a b', 'x')), identifierText(identifier('b', 'x a')));
		assert.notEqual(identifierText(identifier('x', 'a b')), identifierText(identifier('x a', 'b')));
	});

	it('compares as the identifier does', () => {
		const part = fc.string({ unit: fc.constantFrom('\u0001', ' ', 'a', 'b', '\uffee', '\u{1f600}') });
		const any = fc.tuple(part, part).map(([key, scheme]) => identifier(key, scheme));
		fc.assert(
			fc.property(any, any, (one, other) => {
				const byParts = Math.sign(compareIdentifiers(one, other));
				assert.equal(Math.sign(compareText(identifierText(one), identifierText(other))), byParts);
			}),
		);
	});
});
