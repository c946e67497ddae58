// Tests of what pages, boxes and feeds show of the institution that runs the site.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { hashSource } from '../answers/page.ts';
import { knownId, openTestApp, type TestApp } from '../server/app.fixture.ts';

const name = 'Links <of> the "Coast" & Library';
const written = 'Links &lt;of&gt; the &quot;Coast&quot; &amp; Library';
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>';

const folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
const logoFile = join(folder, 'our logo.svg');
writeFileSync(logoFile, picture);

let plain: TestApp;
let own: TestApp;
let elsewhere: TestApp;
before(async () => {
	plain = await openTestApp();
	own = await openTestApp({
		PUBLIC_URL: 'https://example.org/links',
		SITE_NAME: name,
		SITE_LOGO: logoFile,
		SITE_CONTACT: 'links@example.org',
		SITE_IMPRINT: 'https://example.org/imprint?a=1&b=2',
		SITE_PRIVACY: 'https://example.org/privacy',
		SITE_ACCESSIBILITY: 'https://example.org/accessibility',
		SITE_COLOR: '#FFCC00',
	});
	elsewhere = await openTestApp({ SITE_LOGO: 'https://cdn.example.org/a/logo.svg?v=2' });
});
after(async () => {
	for (const { close } of [plain, own, elsewhere]) await close();
	rmSync(folder, { recursive: true });
});

const get = ({ app }: TestApp, path: string) => app.request(path, { headers: { Accept: 'text/html' } });
const read = async (opened: TestApp, path: string) => (await get(opened, path)).text();
const policyOf = async (opened: TestApp, path: string) =>
	(await get(opened, path)).headers.get('Content-Security-Policy') ?? '';

const pages = [
	'/',
	'/docs',
	'/problems/bad-query',
	'/definitions',
	'/providers',
	'/operator',
	'/no-such-page',
	`/objects/doi/${knownId}`,
];

describe('the site of an institution', () => {
	for (const path of pages) {
		it(`has its name, logo, colour and links at ${path}`, async () => {
			const text = await read(own, path);
			assert.match(text, new RegExp(`<title>[^<]*${written}</title>`));
			assert.ok(text.includes(`<meta property="og:site_name" content="${written}">`));
			assert.match(
				text,
				/<a class="brand coloured" href="\/links\/"><img src="\/links\/site-logo" alt(="")?\/>Links &lt;/,
			);
			for (const [href, words] of [
				['mailto:links@example.org', 'Contact'],
				['https://example.org/imprint?a=1&amp;b=2', 'Imprint'],
				['https://example.org/privacy', 'Privacy'],
				['https://example.org/accessibility', 'Accessibility'],
			] as const)
				assert.ok(text.includes(`<a href="${href}">${words}</a>`), words);
			assert.ok(text.includes('<meta name="theme-color" content="#ffcc00">'));
			assert.doesNotMatch(text.replaceAll(/<h1.*?<\/h1>/g, ''), /– Link Broker|>Link Broker</);
		});

		it(`allows only the style of its colour at ${path}`, async () => {
			const [, style = ''] = /<style>([^<]*)<\/style>/.exec(await read(own, path)) ?? [];
			assert.equal(style, ':root{--site-colour:#ffcc00;--site-text:#11151b}');
			const policy = await policyOf(own, path);
			assert.ok(policy.includes(`; style-src 'self' ${hashSource(style)}; `), policy);
			assert.ok(policy.includes("; img-src 'self' blob: data:; "), policy);
		});

		it(`allows pictures of the origin of its logo, and of no other, at ${path}`, async () => {
			const policy = await policyOf(elsewhere, path);
			assert.ok(policy.includes("; img-src 'self' blob: data: https://cdn.example.org; object-src"), policy);
			assert.doesNotMatch(policy, /style-src/);
			assert.ok((await read(elsewhere, path)).includes('<img src="https://cdn.example.org/a/logo.svg?v=2"'));
		});

		it(`stays as it is without settings at ${path}`, async () => {
			const text = await read(plain, path);
			assert.ok(text.includes('<a class="brand" href="/">Link Broker</a>'));
			assert.doesNotMatch(text, /<style|theme-color|site-links|site-logo/);
			assert.equal(
				await policyOf(plain, path),
				"default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; " +
					"form-action 'self'; frame-ancestors 'none'",
			);
		});
	}

	it('serves the file of its logo, which runs nothing where it is opened', async () => {
		const response = await get(own, '/site-logo');
		assert.equal(await response.text(), picture);
		assert.equal(response.headers.get('Content-Type')?.split(';')[0], 'image/svg+xml');
		assert.match(response.headers.get('Content-Security-Policy') ?? '', /default-src 'none';.*sandbox/);
		for (const opened of [plain, elsewhere]) assert.equal((await get(opened, '/site-logo')).status, 404);
	});

	it('does not start with a logo that cannot be read', async () => {
		await assert.rejects(
			openTestApp({ SITE_LOGO: join(folder, 'none.png') }),
			(error) => error instanceof BrokerError && /^SITE_LOGO is .*none\.png, which cannot be read/.test(error.message),
		);
	});

	it('is named in boxes and their description', async () => {
		assert.match(
			await read(own, `/embed/doi/${knownId}`),
			/at Links &lt;of(?:>|&gt;) the &quot;Coast&quot; &amp; Library</,
		);
		const address = encodeURIComponent(`https://example.org/links/objects/doi/${knownId}`);
		const { provider_name } = JSON.parse(await read(own, `/oembed?url=${address}`));
		assert.equal(provider_name, name);
		assert.match(await read(plain, `/embed/doi/${knownId}`), /at Link Broker</);
	});

	it('is the author of feeds', async () => {
		const feed = await read(own, '/changes?format=atom');
		const inXml = 'Links &#60;of&#62; the &#34;Coast&#34; &#38; Library';
		assert.ok(feed.includes(`<title>Citations of scholarly works – ${inXml}</title>`), feed);
		assert.ok(feed.includes(`<generator>Link Broker</generator>\n<author><name>${inXml}</name></author>\n`), feed);
		assert.match(
			await read(plain, '/changes?format=atom'),
			/<title>Citations of scholarly works<\/title>\n.*\n.*\n<author><name>Link Broker</,
		);
	});
});
