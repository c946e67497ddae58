// Secrets that the broker needs again in plain text, such as those that sign messages: stored
// encrypted (AES-256-GCM) by a key that is kept apart from the records.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts for storage, and reads them. */
export type Seal = {
	seal(text: string): string;
	/** Fails where the text was sealed by another key, or changed. */
	open(sealed: string): string;
};

const form = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** Creates a seal; `key` is any text that is hard to guess. */
export function createSeal(key: string): Seal {
	const bytes = Buffer.from(hkdfSync('sha256', key, '', 'link-broker secrets', 32));
	return {
		seal(text) {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv('aes-256-gcm', bytes, nonce);
			const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return `${form}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
		},
		open(sealed) {
			const [version, text = ''] = sealed.split('.', 2);
			if (version !== form) throw new Error('A stored secret has an unknown form.');
			const data = Buffer.from(text, 'base64url');
			const decipher = createDecipheriv('aes-256-gcm', bytes, data.subarray(0, nonceBytes), {
				authTagLength: tagBytes,
			});
			decipher.setAuthTag(data.subarray(nonceBytes, nonceBytes + tagBytes));
			const opened = decipher.update(data.subarray(nonceBytes + tagBytes));
			return Buffer.concat([opened, decipher.final()]).toString('utf8');
		},
	};
}
