// Signs webhook messages as Standard Webhooks 1.0 does.
// Source: https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md.
import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;
const secretPrefix = 'whsec_';

/** Makes a secret: `whsec_` and 32 random bytes in Base64. */
export function makeWebhookSecret(): string {
	return secretPrefix + randomBytes(secretBytes).toString('base64');
}

/** What is signed: the id and the body of a message, and the time of this try in seconds since 1970. */
export type SignedMessage = { id: string; seconds: number; body: string };

/**
 * Makes the headers of a message. While a secret is being replaced, both sign: receivers accept a
 * message if one signature is right.
 */
export function signatureHeaders({ id, seconds, body }: SignedMessage, secrets: readonly string[]) {
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
		return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
	});
	return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
