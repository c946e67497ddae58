// Tests of password hashing, mostly at a cost too low for anything but tests.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword, isPassword, recommendedCost } from './secrets.ts';

const cheap = { memoryKibibytes: 8, passes: 1, parallelism: 1 };

describe('a password hash', () => {
	it('is a PHC string of Argon2id with its parameters, salt and hash', async () => {
		assert.match(
			await hashPassword('secret', cheap),
			/^\$argon2id\$v=19\$m=8,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
		);
	});

	it('costs 19 MiB and two passes unless set otherwise', async () => {
		assert.deepEqual(recommendedCost, { memoryKibibytes: 19_456, passes: 2, parallelism: 1 });
		assert.match(await hashPassword('secret'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	});

	it('differs each time, by its salt', async () => {
		assert.notEqual(await hashPassword('secret', cheap), await hashPassword('secret', cheap));
	});

	it('fits its password and no other', async () => {
		const hash = await hashPassword('correct horse', cheap);
		assert.equal(await isPassword('correct horse', hash), true);
		assert.equal(await isPassword('Correct horse', hash), false);
		assert.equal(await isPassword('correct horse ', hash), false);
		assert.equal(await isPassword('', hash), false);
	});

	it("is checked at the cost that it names, which need not be today's", async () => {
		// The vectors of the reference implementation of Argon2 for "password" and the salt "somesalt".
		const vectors = [
			'$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
			'$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
		];
		for (const vector of vectors) assert.equal(await isPassword('password', vector), true, vector);
		assert.equal(await isPassword('passwore', vectors[0] as string), false);
	});

	it('fits the password in every Unicode form', async () => {
		assert.equal(await isPassword('cafe\u0301', await hashPassword('caf\u00e9', cheap)), true);
	});

	it('that is no PHC string of Argon2id throws', async () => {
		for (const broken of ['', 'secret', '$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$nf65EOgL', '$2b$10$abcdefghij']) {
			await assert.rejects(isPassword('secret', broken), /no Argon2id PHC string/);
		}
	});
});
