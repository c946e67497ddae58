// The box of a work on other pages: placed by its script, framed by hand, and by itself.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { headsWith, headsWithout } from './embed-elsewhere.fixture.ts';
import { type ExampleLink, example } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

const id = example.concept.id;
const box = `/embed/doi/${id}`;

describePages('the box of a work', ({ open, on, submit, url }) => {
	/** Another site with one page, whose content is set by each test. */
	let blogPage: { body: string; headers: Record<string, string>; head: string };
	let blog = '';
	const server = createServer((_, response) => {
		response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...blogPage.headers });
		response.end(
			`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A blog</title>${blogPage.head}
			<main><h1>A blog</h1>${blogPage.body}</main></html>`,
		);
	});
	before(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		blog = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	});
	after(() => {
		server.closeAllConnections();
		server.close();
	});

	/** Opens a page of the other site with this body, beside one of the broker's pages. */
	async function openBlog(page: Page, body: string, headers: Record<string, string> = {}, head = ''): Promise<Page> {
		blogPage = { body, headers, head };
		const other = await page.context().newPage();
		await other.goto(blog);
		return other;
	}
	const script = (data = '') => `<script src="${url()}/embed.js" data-id="${id}" ${data} async></script>`;
	const frameOf = async (page: Page): Promise<Frame> => {
		await page.locator('iframe').waitFor();
		const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
		assert.ok(frame);
		await frame.locator('main').waitFor();
		return frame;
	};
	/** Waits until the iframe is as high as its content. */
	const untilFitting = async (page: Page, frame: Frame) => {
		const height = await frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
		await page.waitForFunction((wanted) => document.querySelector('iframe')?.clientHeight === wanted, height);
	};
	const isWithin = (frame: Frame) =>
		frame.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
	const violations = async (place: Page | Frame) => {
		await place.evaluate(axe.source);
		const { violations } = await place.evaluate(() =>
			axe.run(document, {
				runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
				iframes: false,
			}),
		);
		return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
	};

	for (const width of [360, 768, 1280]) {
		for (const colorScheme of ['light', 'dark'] as const) {
			it(
				`stands where its script does, as high as it is, for everyone: ${width} px, ${colorScheme}`,
				on(
					'/docs',
					async (page) => {
						const other = await openBlog(page, `<p id="before">Before</p>${script()}<p id="after">After</p>`);
						const frame = await frameOf(other);
						await frame.getByText(`Cited by ${example.citing} works`).waitFor();
						assert.equal(await frame.locator('li').count(), 5);
						assert.match((await frame.getByRole('img').getAttribute('aria-label')) ?? '', /2016: \d/);
						await untilFitting(other, frame);
						const places = await other
							.locator('#before, iframe, #after')
							.evaluateAll((all) => all.map(({ tagName }) => tagName));
						assert.deepEqual(places, ['P', 'IFRAME', 'P']);
						assert.equal(await other.locator('iframe').getAttribute('title'), `Citations of ${id}`);
						assert.ok(await isWithin(frame));
						assert.deepEqual([...(await violations(frame)), ...(await violations(other))], []);
					},
					{ width, colorScheme },
				),
			);
		}
	}

	it(
		'is dark or light where the page asks for that, and shows what it asks for',
		on('/docs', async (page) => {
			const background = async (data: string) => {
				const other = await openBlog(page, script(data));
				const frame = await frameOf(other);
				return frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
			};
			assert.equal(await background('data-theme="dark"'), 'rgb(25, 31, 39)');
			assert.equal(await background('data-theme="light"'), 'rgb(255, 255, 255)');
			const shows = async (data: string, words: string) => {
				const other = await openBlog(page, script(data));
				await (await frameOf(other)).getByText(words).waitFor();
			};
			await shows('data-relation="isSupplementedBy"', 'Supplemented by 1 work');
			await shows('data-scheme="doi" data-group-by="identity"', 'Cited by 10 works');
		}),
	);

	it(
		'needs nothing of the page but leave to run the script and to frame the box, and asks nobody else',
		on('/docs', async (page) => {
			const policy = `default-src 'none'; img-src data:; script-src ${url()}; frame-src ${url()}`;
			const asked: string[] = [];
			page.context().on('request', (request) => asked.push(new URL(request.url()).origin));
			const wrong: string[] = [];
			page.context().on('console', (message) => wrong.push(message.text()));
			const other = await openBlog(page, script(), { 'Content-Security-Policy': policy });
			await untilFitting(other, await frameOf(other));
			assert.deepEqual(wrong, []);
			assert.deepEqual(new Set(asked), new Set([new URL(blog).origin, url()]));
		}),
	);

	it(
		'can be there several times on a page, each of its own work and height',
		on('/docs', async (page) => {
			const other = await openBlog(page, `${script()}<hr>${script().replace(id, example.unknown)}`);
			await other.waitForFunction(() => {
				const [one, two] = [...document.querySelectorAll('iframe')].map(({ clientHeight }) => clientHeight);
				return one !== undefined && two !== undefined && one > 200 && two > 20 && two < 200;
			});
		}),
	);

	it(
		'leads to the work and to what cites it, with the keyboard alone, beside the page',
		on('/docs', async (page) => {
			const other = await openBlog(page, script());
			const frame = await frameOf(other);
			const names: string[] = [];
			for (let steps = 0; steps < 7; steps++) {
				await other.keyboard.press('Tab');
				const focus = await frame.evaluate(() => ({
					name: document.activeElement?.textContent ?? '',
					outline: getComputedStyle(document.activeElement ?? document.body).outlineStyle,
				}));
				assert.equal(focus.outline, 'solid', focus.name);
				names.push(focus.name);
			}
			assert.equal(names[0], 'Skymap: maps of the sphere for survey astronomy');
			assert.equal(names.at(-1), `All ${example.citing} works`);
			const [opened] = await Promise.all([other.context().waitForEvent('page'), other.keyboard.press('Enter')]);
			await opened.getByRole('heading', { level: 1, name: 'Skymap: maps of the sphere' }).waitFor();
			assert.equal(other.url(), blog);
		}),
	);

	describe('without an identifier', () => {
		const bare = (data = '') => `<script src="${url()}/embed.js" ${data} async></script>`;

		for (const [name, head] of Object.entries(headsWith)) {
			it(
				`is about the DOI that the page states: ${name}`,
				on('/docs', async (page) => {
					const other = await openBlog(page, bare(), {}, head(id));
					await (await frameOf(other)).getByText(`Cited by ${example.citing} works`).waitFor();
					assert.equal(await other.locator('iframe').getAttribute('title'), `Citations of ${id}`);
				}),
			);
		}

		for (const [name, head] of Object.entries(headsWithout)) {
			it(
				`is not there where the page states no DOI of its own: ${name}`,
				on('/docs', async (page) => {
					const explained = page.context().waitForEvent('console');
					const other = await openBlog(page, bare('data-id=""'), {}, head);
					assert.match((await explained).text(), /states no DOI of its own/);
					assert.equal(await other.locator('iframe').count(), 0);
				}),
			);
		}

		it(
			'says one line of a DOI that is not known',
			on('/docs', async (page) => {
				const other = await openBlog(page, bare(), {}, headsWith['Dataverse, in JSON-LD']?.(example.unknown));
				const frame = await frameOf(other);
				await frame.getByText('No citations are known yet.').waitFor();
				await untilFitting(other, frame);
				assert.ok(((await other.locator('iframe').boundingBox())?.height ?? 999) < 200);
			}),
		);

		it(
			'stands for everyone under a strict policy, in a dark page with names of its own',
			on(
				'/docs',
				async (page) => {
					const own = `script-src ${url()} 'nonce-x'; frame-src ${url()}`;
					const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${own}`;
					const dark = '<style>:root { color-scheme: dark } body { background: #111; color: #eee }</style>';
					const names = '<script nonce="x">var $ = 1, place = 2, readDoi = 3, frame = 4, jQuery = 5;</script>';
					const head = `${headsWith['OJS, for Google Scholar']?.(id)}${dark}${names}`;
					const other = await openBlog(page, bare(), { 'Content-Security-Policy': policy }, head);
					const frame = await frameOf(other);
					await untilFitting(other, frame);
					assert.deepEqual(await violations(frame), []);
					assert.equal(await other.evaluate('[$, place, readDoi, frame, jQuery].join()'), '1,2,3,4,5');
				},
				{ width: 390, colorScheme: 'dark' },
			),
		);

		it(
			'comes again where the page replaces the part that holds it, and stays where another is replaced',
			on('/docs', async (page) => {
				const part = `<div id="form:part"><p>1</p>${bare()}</div><div id="form:other"></div>`;
				const other = await openBlog(page, part, {}, headsWith['Dataverse, in Dublin Core']?.(id));
				await frameOf(other);
				// As jQuery does, with which PrimeFaces writes its updates.
				const replace = (name: string, content: string) =>
					other.evaluate(
						([name, content]) => {
							const fragment = document.createRange().createContextualFragment(content);
							const addresses = [...fragment.querySelectorAll('script')].map((script) => {
								script.type = 'true/javascript';
								return script.src;
							});
							document.getElementById(name)?.replaceWith(fragment);
							for (const script of document.querySelectorAll<HTMLScriptElement>('[type="true/javascript"]'))
								script.removeAttribute('type');
							for (const src of addresses) {
								const copy = Object.assign(document.createElement('script'), { src });
								copy.onload = () => copy.remove();
								document.head.append(copy);
							}
						},
						[name, content] as const,
					);
				await replace('form:part', `<div id="form:part"><p>2</p>${bare('data-group-by="identity"')}</div>`);
				await (await frameOf(other)).getByText('Cited by 10 works').waitFor();
				await replace('form:other', `<div id="form:other">${bare()}</div>`);
				await other.locator('iframe').nth(1).waitFor();
				assert.deepEqual(
					await other
						.locator('[id^="form:"]')
						.evaluateAll((all) => all.map((one) => one.querySelectorAll('iframe').length)),
					[1, 1],
				);
			}),
		);
	});

	it('says the same by itself without JavaScript', async () => {
		const page = await open('/docs');
		const quiet = await page.context().browser()?.newContext({ javaScriptEnabled: false, baseURL: url() });
		assert.ok(quiet);
		const still = await quiet.newPage();
		await still.goto(box);
		await still.getByText(`Cited by ${example.citing} works`).waitFor();
		assert.equal(await still.locator('li').count(), 5);
		await still.goto('/embed/doi/corner.py');
		await still.getByText('This is not an identifier of the scheme doi.').waitFor();
		await still.goto(`${box}?theme=blue`);
		await still.getByText('theme must be one of auto, light, dark.').waitFor();
		await quiet.close();
		await page.context().close();
	});

	it('breaks nowhere, whatever the titles: 240 px and 360 px', async () => {
		const page = await open('/operator', { signedIn: true });
		const titles = [
			'Donaudampfschifffahrtsgesellschaft'.repeat(12),
			'引用文献についての非常に長い題名'.repeat(20),
			'دراسة طويلة جدا عن الاستشهادات '.repeat(15),
			`${'Z̸̢̛͎̀'.repeat(60)} zalgo`,
			'<b>bold</b> & "quoted" &amp; $x^{2}$ 👩‍🔬🧬',
		];
		const target = { Identifier: [{ ID: '10.5072/box', IDScheme: 'doi' }], Type: { Name: 'software' as const } };
		await submit(
			page,
			titles.map(
				(Title, at): ExampleLink => ({
					Source: {
						Identifier: [{ ID: `10.5072/title.${at}`, IDScheme: 'doi' }],
						Type: { Name: 'literature' },
						Title,
						Creator: [{ Name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4) }],
						PublicationDate: '2020',
					},
					RelationshipType: { Name: 'References' },
					Target: { ...target, Title: titles[0] ?? '' },
					LinkProvider: [{ Name: 'Test' }],
					LinkPublicationDate: `2020-01-0${at + 1}`,
				}),
			),
		);
		for (const width of [240, 360]) {
			await page.setViewportSize({ width, height: 700 });
			await page.goto('/embed/doi/10.5072/box');
			assert.equal(await page.locator('li').count(), titles.length);
			assert.ok(await isWithin(page.mainFrame()), `${width} px`);
		}
		await page.context().close();
	});
});
