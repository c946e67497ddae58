// Tests the rules for emails and the names of roles and tokens.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wrongEmail, wrongName } from './account-names.ts';

const refused = (names: readonly string[], words: RegExp) => {
	for (const name of names) assert.match(wrongName(name) ?? 'taken', words, JSON.stringify(name));
};

describe('the name of a role or a token', () => {
	it('has 1 to 100 characters, without spaces around it', () => {
		refused(['', ' ', ' admin', 'admin ', 'x'.repeat(101)], /1 to 100 characters/);
		assert.equal(wrongName('x'.repeat(100)), undefined);
	});

	it('is of any script in which people write, with digits and the signs of ASCII', () => {
		for (const name of [
			...['Data curators', 'nightly-feed_2 (old)', "Ada's", 'Éloïse', 'ışık', 'İstanbul', 'Nguyễn', 'ɛdziban'],
			...['кураторы с правами', 'автор', 'опрос', 'Διαχειριστής', 'Հայերեն', 'ადმინი', 'מנהל', 'مدير', 'संपादक'],
			...['管理员', '管理者ユーザー', '관리자', 'ผู้ดูแลจำนวน', 'Tシャツ 2', 'مدير ٣', 'నిర్వాహకుడు', 'አስተዳዳሪ'],
		]) {
			assert.equal(wrongName(name), undefined, name);
		}
	});

	it('contains no character that is invisible, reverses the order of others, or is a control', () => {
		const invisible = '\u0000\t\n\u007f\u0085\u00a0\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u2028\u202e';
		for (const character of [
			...`${invisible}\u2060\u2066\u2069\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufffd\ue000\u{e0061}`,
		]) {
			const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
			refused([`ad${character}min`], new RegExp(`cannot hold the character U\\+${code}:`));
		}
		refused(['ad\ud800min'], /cannot hold the character U\+D800/);
		refused(['data  curators'], /several spaces/);
	});

	it('contains no mark that is covered by another one', () => {
		refused(['admi\u0307n', 'é\u0301', 'a\u0300\u0301\u0302\u0303', '\u0301a', 'ad-\u0301min'], /cannot hold the char/);
	});

	it('contains no letter or sign that looks like another one', () => {
		refused(['ɑdmin', 'ɡroup', 'admin\u01c3', 'Ada\u02bcs', 'Ada\u2019s', 'feed\u20131', 'feed\u22121'], /cannot hold/);
		refused(['ｃurator', 'ﬁle', '𝐚dmin', 'ſtaff', 'aⅷ', '①'.concat('a')], /write "|cannot hold/);
		assert.match(wrongName('ｃurator') ?? '', /write "curator"/);
	});

	it('has letters of one script, or of those that are written together', () => {
		refused(
			['аdmin', 'аdmіn', 'Αdmin', 'cuгator', 'б copy', 'feed а', 'Ꭰdmin', 'ꓮdmin', '𐐀dmin', 'a٥'],
			/several scripts/,
		);
		refused(['ᎠᎡ', 'ꓮꓓꓟ', 'ⲁⲃ'], /several scripts/);
	});

	it('does not look as if it had Latin letters where it has others', () => {
		refused(['сору', 'асе-1', 'ΟΚ', 'ор', 'օսո', 'ορ', '٥'], /Latin letters/);
	});

	it('is refused quickly, however long it is', () => {
		const before = performance.now();
		for (const character of ['a', '\u0301', ' ', 'а', 'ำ']) {
			assert.ok(wrongName(character.repeat(1_000_000)));
			assert.ok(wrongEmail(character.repeat(1_000_000)));
		}
		assert.ok(performance.now() - before < 1_000);
	});
});

describe('an email address', () => {
	it('has one @ between two parts, and at most 254 characters', () => {
		for (const email of [
			'',
			'ada',
			'@example.org',
			'ada@',
			'a b@example.org',
			'a@@b.org',
			'a@b@c',
			`${'a'.repeat(250)}@b.org`,
		]) {
			assert.match(wrongEmail(email) ?? '', /not an email address.*at most 254/, email);
		}
		for (const email of ['ada@localhost', 'ada+feed@example.org', 'Éloïse.Østergård@example.org', 'ада@пример.рф']) {
			assert.equal(wrongEmail(email), undefined, email);
		}
	});

	it('may have another script in each label of its host, and one before the @', () => {
		assert.equal(wrongEmail('ada@пример.org'), undefined);
		assert.match(wrongEmail('ada.лист@example.org') ?? '', /several scripts/);
	});

	it('does not look like another one', () => {
		for (const email of [
			...['аda@example.org', 'ada@ехаmple.org', 'ada@асе.org', 'сора@example.org', 'ada\u200b@example.org'],
			...[
				'ada@example\u3002org',
				'ada@exam\u202eple.org',
				'ａda@example.org',
				'a\u00adda@example.org',
				'x.сору@example.org',
			],
		]) {
			assert.ok(wrongEmail(email), JSON.stringify(email));
		}
	});
});
