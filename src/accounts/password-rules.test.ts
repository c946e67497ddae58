import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wrongPassword } from './password-rules.ts';

const email = 'ada.lovelace@library.example.org';
const taken = (...passwords: string[]) => {
	for (const password of passwords) assert.equal(wrongPassword(password, email), undefined, password);
};
const refused = (reason: RegExp, ...passwords: string[]) => {
	for (const password of passwords) assert.match(wrongPassword(password, email) ?? '', reason, password);
};

describe('a password', () => {
	it('has twelve characters at least, of any kind, and no need of digits or signs', () => {
		taken('correct horse', 'k7#Tq-9vLm2x', 'tdgzbfkwmrvp', '\u{1f40e}\u{1f50b} staple flask', 'Überraschungsfund');
		refused(/at least 12 characters/, '', 'k7#Tq-9vLm2', 'kiwi', '\u{1f40e}'.repeat(6));
	});

	it('may be a passphrase of four different words, in any script', () => {
		taken('we sat by it', 'ox on a hut', '正确的马喜欢电池', 'きのう馬と電池を見た');
		refused(/four|4 different words/, 'ox on ox on', 'a b c', '马马马马马马马马', 'one two');
	});

	it('counts as typed, whichever Unicode form a keyboard writes', () => {
		assert.equal(wrongPassword('e\u0301'.repeat(6), email), wrongPassword('\u00e9'.repeat(6), email));
	});

	it('is no well-known one with something added, in whatever disguise', () => {
		refused(
			/guessed easily/,
			...['password1234', 'Password123!', 'P@ssw0rd-2026', 'passwordpassword', 'letmeinletmein', 'Welcome2026!!'],
			...['pass word 12', 'administrator', '!!iloveyou!!77', 'MotDePasse2025', 'football-hockey', 'changeme-1999'],
			...['correct horse battery staple', 'dr@g0n-m0nkey', '$unsh1ne-2024'],
		);
	});

	it('is no row of keys, no count, and no repetition', () => {
		refused(
			/guessed easily/,
			...['123456789012', 'qwertyuiop12', 'asdfghjkl;12', '1qaz2wsx3edc', 'abcdefghijkl', '987654321098'],
			...['aaaaaaaaaaaa', 'aaaaaabbbbbb', 'catcatcatcat', 'kx7qkx7qkx7q', '201920202021', 'йцукенгшщзхъ'],
			'--------------',
		);
	});

	it('is not the name in the email, or of this program, with something added', () => {
		refused(/name in the email/, 'ada.lovelace', 'Lovelace-2026', 'library12345', 'LinkBroker-123', 'link broker 1!');
		taken('lovelace reads by lamplight');
		assert.equal(wrongPassword('lovelace-kqzt7', 'bob@example.org'), undefined);
	});

	it('may hold a common word among others', () => {
		taken('dragon eats seventeen pears', 'secretly-tangerine', 'the winter of our discontent');
	});

	it('has a thousand characters at the most', () => {
		taken('xk7'.repeat(3).concat('correct horse', 'é'.repeat(900)));
		refused(/at most 1000/, `${'correct horse '.repeat(80)}`);
	});

	it('is looked at in no time, however it is made', () => {
		const before = performance.now();
		for (const unit of ['a', 'ab', 'password', '1', 'qwertyuiop', 'é', '马', ' ', '\u{1f40e}']) {
			wrongPassword(unit.repeat(1_000).slice(0, 1_000), email);
		}
		assert.ok(performance.now() - before < 2_000);
	});
});
