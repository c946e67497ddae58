// Tests the sentences that say by which rule identifiers are one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIdentifier } from './read-identifier.ts';
import { ruleSentence, sameByRule } from './same-by-rule.ts';

function sentenceOf(value: string, scheme: string): string {
	const identifier = readIdentifier(value, scheme);
	const representative = sameByRule(identifier);
	assert.ok(representative, `${value} has a representative`);
	return ruleSentence(identifier, representative);
}

describe('the sentence of a rule', () => {
	it('says of a web address which identifier it belongs to', () => {
		assert.equal(
			sentenceOf('https://doi.org/10.1000/182', 'url'),
			'https://doi.org/10.1000/182 is a web address of the Digital Object Identifier 10.1000/182: ' +
				'an address that a scheme gives to an identifier names the same.',
		);
	});

	it('says of others that the rules of their schemes make them one', () => {
		assert.equal(
			sentenceOf('10.1000/182', 'handle'),
			'By the rules of their schemes, the Handle 10.1000/182 and the Digital Object Identifier 10.1000/182 name the same.',
		);
		assert.match(sentenceOf('dfm/corner.py', 'github'), /the GitHub repository dfm\/corner\.py and https:\/\//);
	});
});
