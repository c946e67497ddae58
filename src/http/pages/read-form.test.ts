import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestApp, problemOf } from '../server/app.fixture.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const field = (name: number) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;

describe('a form of very many fields', () => {
	it('is refused before it is read, in both encodings', async () => {
		const { app, close } = await openTestApp();
		for (const [type, body] of [
			['application/x-www-form-urlencoded', numbers(9_000).join('=&')],
			['multipart/form-data; boundary=x', `${numbers(2_500).map(field).join('')}--x--\r\n`],
		] as const) {
			for (const path of ['/operator/submit', '/report']) {
				const answer = await app.request(path, { method: 'POST', body, headers: { 'Content-Type': type } });
				assert.equal(answer.status, 400, `${type} ${path}`);
				assert.match((await problemOf(answer)).detail, /^A form has at most 2,000 fields\.$/);
			}
		}
		await close();
	});
});
