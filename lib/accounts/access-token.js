// What an access token looks like, and what is stored of it; knows no users and no storage.
import { createHash, randomInt } from 'node:crypto';

const prefix = 'lb_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomCharacters = 40;
const shape = new RegExp(`^${prefix}[${alphabet}]{${randomCharacters}}$`);

/** Makes a new token: `lb_` and 40 random letters and digits (238 bits). */
export function makeAccessToken()         {
	let token = prefix;
	for (let count = 0; count < randomCharacters; count++) token += alphabet[randomInt(alphabet.length)];
	return token;
}

/** Tells whether a text has the shape of a token. */
export function looksLikeAccessToken(text        )          {
	return shape.test(text);
}

/** Hashes a token for storage: SHA-256 in hexadecimal; salt would add nothing to its randomness. */
export function hashAccessToken(token        )         {
	return createHash('sha256').update(token).digest('hex');
}
