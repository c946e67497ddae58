// Holds every regular expression of the source to work that is linear in the text that it sees.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attackOfLength, attacksOn } from './attacks.ts';
import { composedPatterns, type FoundPattern, writtenPatterns } from './find-patterns.ts';
import { growsTooFast } from './growth.ts';

const longest = 12_000;

/** Returns the attack on which a pattern takes more than linear time, if any. */
function weaknessOf(pattern: RegExp): string | undefined {
	for (const attack of attacksOn(pattern)) {
		const found = growsTooFast((length) => {
			const text = attackOfLength(attack, length);
			pattern.lastIndex = 0;
			if (pattern.global) text.replace(pattern, '');
			else pattern.exec(text);
		}, longest);
		if (found !== undefined) return `${JSON.stringify(attack)}: ${found}`;
	}
	return undefined;
}

function weakOnes(patterns: readonly FoundPattern[]): string[] {
	const distinct = new Map(patterns.map((one) => [String(one.pattern), one]));
	return [...distinct.values()].flatMap(({ place, pattern }) => {
		const weakness = weaknessOf(pattern);
		return weakness === undefined ? [] : [`${place}: ${pattern}: ${weakness}`];
	});
}

// Watching patterns being made comes before anything else that loads them.
const composed = await composedPatterns();

describe('regular expressions', () => {
	it('put together take time in proportion to their text', () => {
		assert.ok(composed.length > 50, 'the schemes of identifiers put theirs together');
		assert.deepEqual(weakOnes(composed), []);
	});

	it('written out take time in proportion to their text', () => {
		const written = writtenPatterns();
		assert.ok(written.length > 300);
		assert.deepEqual(weakOnes(written), []);
	});
});

describe('the search for weak regular expressions', () => {
	const weak = [/((?:^|[;\t\r\n])[\s\p{Cf}"]*)([=+\-@])/gu, /\/+$/, /^[-.]+|[-.]+$/g, /<([^>]*)>;\s*rel="?next"?/];
	for (const pattern of weak) {
		it(`finds ${pattern}`, () => assert.notEqual(weaknessOf(pattern), undefined));
	}
});
