// What holds on every page: it can be read, reached and used by everyone, and it is quick.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { failure } from './broker.fixture.ts';
import { example } from './example-links.ts';
import { describePages, work } from './pages.fixture.ts';

const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url));

describePages('the pages, for everyone', ({ open, on }) => {
	const views = [
		['first page', '/', '.top-providers li'],
		['sources', '/providers', 'tbody tr'],
		['work', work, '.links li.link'],
		['table', `${work}?form=table`, '.links tbody tr'],
		['share', `${work}?show=export`, '.export'],
		['work with filters', `${work}?relation=all&type=literature&publication_year=2016--2020`, '.links li.link'],
		['graph', `${work}?relation=all&show=graph`, 'a.node'],
		['work without links', `/objects/doi/${example.quiet}`, '.notice'],
		['unknown work', `/objects/arxiv/${example.preprint}v3`, '.notice'],
		['works found', '/search?q=maps', '.links li.link'],
		['words that may be meant', '/search?q=skymap+shpere', '.suggestions a'],
		['explanation', `/explain?id=${example.concept.id}&other=10.5072/maps.dr1`, '.chain li'],
		['empty report', '/report', 'textarea'],
		['report on a prefix', '/report?prefix=10.5072&since=2016-01-01', '.report-acts'],
		['report', `/report?ids=${example.concept.id}%0Awords%0A${example.unknown}`, '.left-out li'],
		['sign-in', '/operator', 'form.sign-in'],
		['expired invitation', '/operator/invitation#used-before', '[role=alert]'],
		['missing page', '/operator/nothing', 'h1'],
		['box', `/embed/doi/${example.concept.id}`, 'main li'],
		['box of an unknown work', `/embed/doi/${example.unknown}`, 'main'],
		['reference', '/docs', 'h2'],
		['group of the reference', '/docs/relationships', '.example button'],
		['schemas of the reference', '/docs/schemas', 'h2'],
		['problem', '/problems/bad-query', 'h1'],
		['definitions', '/definitions', '#flag-machine'],
		['every definition', '/objects/1/definitions', 'td a'],
	] as const;
	const operatorViews = [
		['loads', '/operator/loads', 'tbody tr'],
		['load', `/operator/loads/${failure.eventId}`, '.event-links tbody tr'],
		['events', '/operator/events', 'tbody tr'],
		['event', `/operator/events/${failure.eventId}`, '.event-links tbody tr'],
		['submitting a table', '/operator/submit', '#table-file'],
		['subscriptions', '/operator/subscriptions', '.notice'],
		['new subscription', '/operator/subscriptions/new?provider=Zenodo', 'form.outcome'],
		['tokens', '/operator/tokens', 'h1'],
		['own password', '/operator/password', 'form.sign-in'],
		['users', '/operator/users', 'tbody tr'],
		['status', '/operator/status', 'dd'],
		['harvests', '/operator/harvests', '.notice'],
		['new harvest', '/operator/harvests?service=zenodo', '.new-harvest form.outcome'],
		['dumps', '/operator/dumps', 'form'],
		['audit', '/operator/audit', 'tbody tr'],
	] as const;

	for (const width of [360, 768, 1280]) {
		it(`breaks no rule of accessibility at ${width} px, light and dark`, async () => {
			for (const [name, path, ready] of views) {
				const page = await open(path, { width });
				await page.locator(ready).first().waitFor();
				await examineInBothThemes(page, name);
				await page.context().close();
			}
			const page = await open('/operator', { width, signedIn: true });
			for (const [name, path, ready] of operatorViews) {
				await page.goto(path);
				await page.locator(ready).first().waitFor();
				await examineInBothThemes(page, name);
			}
			await page.goto('/operator/users');
			await page.getByRole('region', { name: 'Invite' }).getByLabel('Email').fill(`reader${width}@example.org`);
			await page.keyboard.press('Enter');
			const invitation = await page.getByRole('status').locator('code').textContent();
			await page.goto('about:blank');
			await page.goto(invitation ?? '');
			await page.getByLabel('New password').waitFor();
			await examineInBothThemes(page, 'invitation');
			await page.context().close();
		});
	}

	for (const width of [360, 768, 1280]) {
		it(
			`breaks no rule of accessibility where a table is looked at and submitted, at ${width} px`,
			on(
				'/operator/submit',
				async (page) => {
					const long = 'A title without end '.repeat(40);
					const rows = `source,${long},target,note\n10.5072/long,${long},10.5072/b,x\noops,,10.5072/${'x'.repeat(900)},\n`;
					await page.getByLabel('or rows pasted from a spreadsheet').fill(rows);
					await page.getByLabel('Link provider').fill('A Library');
					await page.getByRole('button', { name: 'Preview' }).click();
					await page.getByRole('button', { name: 'Submit 1 link' }).waitFor();
					await examineInBothThemes(page, 'table that is looked at');
					await page.getByRole('button', { name: 'Submit 1 link' }).click();
					await page.getByText('All its links can be found.').waitFor();
					await examineInBothThemes(page, 'table that is submitted');
				},
				{ width, signedIn: true },
			),
		);
	}

	it(
		'is large enough to be touched',
		on(
			work,
			async (page) => {
				await page.locator('.links li.link').first().waitFor();
				await unfoldAll(page);
				const small = await page
					.locator(
						'button, summary, select, input:not([type=radio]):not([type=checkbox]), label.choice, nav a, ' +
							'.branch, .downloads a',
					)
					.evaluateAll((all) =>
						all
							.filter((one) => one.checkVisibility())
							.flatMap((one) => {
								const { width, height } = one.getBoundingClientRect();
								return height >= 43.5 && width >= 43.5 ? [] : [`${one.outerHTML.slice(0, 80)} ${width} × ${height}`];
							}),
					);
				assert.deepEqual(small, []);
			},
			{ width: 360 },
		),
	);

	it(
		'can be used with the keyboard alone',
		on('/', async (page) => {
			const press = async (...keys: string[]) => {
				for (const key of keys) await page.keyboard.press(key);
			};
			/** Presses Tab (or Shift+Tab) until the focus is on the element of this name. */
			const tabTo = async (name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
				for (let steps = 0; steps < 120; steps++) {
					await press(key);
					const at = await page.evaluate(() => {
						const { activeElement } = document;
						const label =
							activeElement?.getAttribute('aria-label') ??
							(activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : undefined);
						return label ?? activeElement?.textContent ?? '';
					});
					if (name.test(at)) {
						const outlined = await page.evaluate(() => {
							const { outlineStyle } = getComputedStyle(document.activeElement ?? document.body);
							return outlineStyle !== 'none' || document.activeElement?.closest('svg') !== null;
						});
						assert.ok(outlined, `the focus can be seen on ${at}`);
						return;
					}
				}
				assert.fail(`Tab does not reach ${name}`);
			};
			await tabTo(/^Skip to content$/);
			await tabTo(/^Identifier of a work/);
			await page.keyboard.type('10.5072/skymap');
			await press('Enter');
			await page.getByRole('heading', { level: 1, name: 'Skymap: maps of the sphere' }).waitFor();
			await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
			await tabTo(/^This version only/);
			await tabTo(/Supplemented by$/);
			await press('Enter');
			await page.waitForURL('**?relation=isSupplementedBy');
			await page.getByRole('heading', { level: 2, name: 'Supplemented by 1' }).waitFor();
			await tabTo(/^Versions/);
			await press('Enter');
			await page.locator('.branch').first().waitFor();
			await tabTo(/^Reference maps for testing$/);
			await press('Enter');
			await page.getByRole('heading', { level: 1, name: 'Reference maps for testing' }).waitFor();
			await tabTo(/^Graph$/);
			await press('Enter');
			await page.locator('a.node').first().waitFor();
			await tabTo(/^Graph of /);
			await press('+', 'ArrowLeft');
			await tabTo(/Supplement to/);
			await press('Enter');
			await page.getByRole('heading', { level: 1, name: /^Skymap/ }).waitFor();
		}),
	);

	it(
		'keeps the focus where it was while filters change, and leads it to the next page',
		on(work, async (page) => {
			await page.getByLabel('Words').fill('survey');
			const filters = page.getByRole('complementary', { name: 'Filters' });
			await filters.getByRole('button', { name: 'Apply' }).focus();
			await page.keyboard.press('Enter');
			await page.waitForURL('**?q=survey');
			await page.getByRole('link', { name: 'Clear all filters' }).waitFor();
			assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Apply');
			await page.goto(work);
			await page.getByRole('link', { name: 'Next' }).click();
			await page.waitForFunction(() => document.activeElement?.id === 'links');
		}),
	);

	it(
		'announces changes to screen readers',
		on(work, async (page) => {
			await page.getByRole('status').getByText('64 works').waitFor();
			await page.getByLabel(/^Software/).check();
			await page
				.getByRole('status')
				.getByText(/^\d works$/)
				.waitFor();
		}),
	);

	it('is small: less than 150 kB of script, packed', () => {
		const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
		const packed = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
		assert.ok(packed < 150_000, `${packed} bytes`);
		assert.ok(scripts.length >= 3, 'the graph and the pages for operators are loaded when they are needed');
	});

	it('is quick: a work and its citations appear within a second', async () => {
		const times: number[] = [];
		// The machine may be busy with something else: the best of five counts.
		for (let attempt = 0; attempt < 5 && !times.some((time) => time < 1_000); attempt++) {
			const page = await open('/');
			await page.goto('about:blank');
			const started = performance.now();
			await page.goto(work);
			await page.locator('.links li.link').first().waitFor();
			times.push(performance.now() - started);
			await page.context().close();
		}
		assert.ok(Math.min(...times) < 1_000, times.join(', '));
	});
});

/**
 * Holds a page to the rules of accessibility, with everything unfolded, and to the width of the
 * screen.
 */
async function examineInBothThemes(page: Page, name: string): Promise<void> {
	await page.emulateMedia({ colorScheme: 'light' });
	await examine(page, name);
	await page.emulateMedia({ colorScheme: 'dark' });
	// Nothing else follows from the theme.
	await examine(page, `${name}, dark`, ['color-contrast']);
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function examine(page: Page, name: string, rules: readonly string[] = standards): Promise<void> {
	await page.locator('.waiting').waitFor({ state: 'detached' });
	await unfoldAll(page);
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate((runOnly) => axe.run(document, { runOnly }), [...rules]);
	const found = violations.map(({ id, nodes }) => {
		const places = nodes.slice(0, 3).map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`);
		return `${name}: ${id} ${places.join(' | ')}`;
	});
	assert.deepEqual(found, []);
	const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	assert.ok(wider <= 0, `${name} is ${wider} px wider than the screen`);
}

async function unfoldAll(page: Page): Promise<void> {
	// Elements that cover others stay folded; they are examined separately.
	await page.locator('details:not(.export)').evaluateAll((all) => {
		for (const one of all.slice(0, 6)) (one as HTMLDetailsElement).open = true;
	});
}
