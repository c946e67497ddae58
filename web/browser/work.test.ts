// Tests of the page of a work: its description, its pages of links, and its versions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, ofWork, work } from './pages.fixture.ts';

/** Unfolds the versions of the work and finds them. */
async function unfoldVersions(page: Page): Promise<Locator> {
	await page.getByRole('heading', { name: /^Versions/ }).click();
	return page.locator('details.versions');
}

describePages('the page of a work', ({ on, total }) => {
	describe('a title with mark-up', () => {
		const title = 'Spherical harmonics Ylm, fast & exact';

		it(
			'is drawn with its slanted and lowered letters',
			on('/objects/doi/10.5072/ground.2', async (page) => {
				const heading = page.getByRole('heading', { level: 1, name: title });
				assert.match(await heading.innerHTML(), /harmonics <i>Y<sub>lm<\/sub><\/i>, fast &amp; exact/);
				assert.equal(await page.title(), `${title} – Link Broker`);
			}),
		);
	});

	describe('what it says', () => {
		it(
			'is shown with its description, under all its identifiers',
			on(work, async (page) => {
				await page.getByRole('heading', { level: 1, name: 'Skymap: maps of the sphere' }).waitFor();
				assert.match(await page.title(), /^Skymap: .* – Link Broker$/);
				for (const text of ['Software', '2013-11-04', 'Castillo, María'])
					await page.locator('header.work').getByText(text).first().waitFor();
				const names = page.getByRole('region', { name: 'Identifiers' });
				await names.getByText(example.repository).first().waitFor();
				assert.equal(
					await names.getByRole('link', { name: example.concept.id, exact: true }).getAttribute('href'),
					`https://doi.org/${example.concept.id}`,
				);
			}),
		);

		it(
			'has its number and the list first on a phone, and nothing but the frame above the title',
			on(
				work,
				async (page) => {
					await page.getByText('Cited by 64 works').waitFor();
					const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
					const order = ['.site-head', 'h1', 'p.kind', '.relations', '.versions', '.links li.link', '.plot svg'];
					const tops = await Promise.all(order.map(top));
					assert.deepEqual(
						tops,
						[...tops].sort((one, other) => one - other),
					);
					assert.equal(await page.locator('main > :first-child h1').count(), 1);
				},
				{ width: 390 },
			),
		);

		it(
			'counts each relation',
			on(work, async (page) => {
				const names = {
					isCitedBy: 'Cited by',
					cites: 'Cites',
					isSupplementedBy: 'Supplemented by',
					isSupplementTo: 'Supplement to',
					isRelatedTo: 'Related to',
				};
				for (const [relation, name] of Object.entries(names)) {
					const count = await total({ ...ofWork, relation });
					assert.ok(count > 0, relation);
					await page
						.getByRole('navigation', { name: 'Relations' })
						.getByRole('link', { name: `${count} ${name}`, exact: true })
						.waitFor();
				}
			}),
		);

		it(
			'shows citations first, and each relation at its own address',
			on(work, async (page) => {
				await page.getByRole('heading', { level: 2, name: 'Cited by 64' }).waitFor();
				await page.getByRole('link', { name: '7 Cites' }).click();
				await page.waitForURL('**/objects/doi/10.5072/skymap?relation=cites');
				await page.getByRole('heading', { level: 2, name: 'Cites 7' }).waitFor();
				await page.getByRole('link', { name: 'Equal-area pixels on the sphere' }).first().waitFor();
			}),
		);

		it(
			'counts the work alone, or with all its versions',
			on(work, async (page) => {
				const alone = await total({ ...ofWork, group_by: 'identity', relation: 'isCitedBy' });
				const scope = page.getByRole('navigation', { name: 'Which versions count' });
				await scope.getByRole('link', { name: 'All 6 versions' }).waitFor();
				await scope.getByRole('link', { name: `This version only Cited by ${alone}` }).click();
				await page.waitForURL('**/objects/doi/10.5072/skymap?group_by=identity');
				await page.getByRole('heading', { level: 2, name: `Cited by ${alone}`, exact: true }).waitFor();
			}),
		);

		it(
			'says so when nothing is known, and does not call it an error',
			on(`/objects/doi/${example.unknown}`, async (page) => {
				await page.getByRole('heading', { name: `Unknown identifier: DOI ${example.unknown}` }).waitFor();
				await page.getByRole('heading', { level: 1, name: example.unknown }).waitFor();
				assert.equal(await page.getByRole('alert').count(), 0);
				assert.equal(await page.getByRole('navigation', { name: 'Relations' }).count(), 0);
			}),
		);

		it(
			'suggests what is known instead',
			on(`/objects/arxiv/${example.preprint}v3`, async (page) => {
				await page.getByRole('heading', { name: `Unknown identifier: arXiv ${example.preprint}v3` }).waitFor();
				await page.getByText('the identifier is a version').waitFor();
				await page.getByRole('link', { name: example.preprint, exact: true }).click();
				await page.waitForURL(`**/objects/arxiv/${example.preprint}`);
				await page.getByRole('heading', { level: 2, name: /^Cited by \d/ }).waitFor();
			}),
		);

		it(
			'says so when a known work has no links',
			on(`/objects/doi/${example.quiet}`, async (page) => {
				await page.getByRole('heading', { name: 'No links are known' }).waitFor();
				await page.getByText('The work is known').waitFor();
			}),
		);

		it(
			'is the same in whatever letter case its address is written',
			on('/objects/doi/10.5072/SKYMAP', async (page) => {
				await page.getByRole('heading', { level: 2, name: 'Cited by 64' }).waitFor();
				assert.equal(await page.getByText('You asked for').count(), 0);
			}),
		);

		it(
			'calls a work without a title by its identifier',
			on(`${work}?type=unknown`, async (page) => {
				await page.getByRole('heading', { level: 3, name: '10.5072/work.' }).first().waitFor();
			}),
		);

		it(
			'shows the requested version below the main one',
			on('/objects/doi/10.5072/skymap.v2.0', async (page) => {
				await page.getByText('You asked for 10.5072/skymap.v2.0, one of its versions: v2.0.').waitFor();
			}),
		);

		it(
			'leads from work to work and back',
			on(work, async (page) => {
				const first = page.locator('.links li.link h3 a').first();
				const title = (await first.textContent()) ?? '';
				await first.click();
				await page.getByRole('heading', { level: 1, name: title }).waitFor();
				await page.goBack();
				await page.getByRole('heading', { level: 1, name: 'Skymap: maps of the sphere' }).waitFor();
			}),
		);

		it(
			'unfolds the statements of a link',
			on(work, async (page) => {
				const item = page.locator('li.link').filter({ hasText: 'and 1 more time' }).first();
				await item.getByText(/^Reported/).click();
				const rows = item.getByRole('table').locator('tbody tr');
				await rows.first().waitFor();
				assert.equal(await rows.count(), 2);
				assert.match((await rows.first().textContent()) ?? '', /^\d{4}-\d\d-\d\d\S/);
			}),
		);

		it(
			'says why the broker did not answer, and asks again',
			on(work, async (page) => {
				await page.route('**/api/**', (route) =>
					route.fulfill({
						status: 503,
						contentType: 'application/problem+json',
						headers: { 'Retry-After': '7' },
						body: '{"detail":"The index is unavailable."}',
					}),
				);
				await page.locator('.links li.link h3 a').first().click();
				await page.getByRole('alert').getByText('The index is unavailable.').first().waitFor();
				await page.getByText('Try again in 7 s.').waitFor();
				await page.unroute('**/api/**');
				await page.getByRole('link', { name: 'Try again' }).click();
				await page
					.getByRole('heading', { level: 2, name: /^Cites/ })
					.first()
					.waitFor();
			}),
		);
	});

	describe('what it asks', () => {
		it(
			'is how many retracted works it cites; for another list of links, that list and its works',
			on('/', async (page) => {
				const asked: string[] = [];
				page.on('request', (request) => {
					const { pathname, searchParams } = new URL(request.url());
					if (pathname.startsWith('/api/')) asked.push(searchParams.get('flagged') ?? pathname);
				});
				await page.goto(work);
				await page.locator('.links li.link').first().waitFor();
				await page.locator('.plot svg .bar').first().waitFor();
				await (await unfoldVersions(page)).getByRole('link', { name: /v3\.0/ }).first().waitFor();
				await page.waitForLoadState('networkidle');
				assert.deepEqual(asked, ['retracted-cited']);
				await page.getByRole('link', { name: /^This version only/ }).click();
				await page.getByRole('heading', { level: 2, name: /^Cited by 10$/ }).waitFor();
				await page.waitForLoadState('networkidle');
				const more = asked.filter((one) => one !== 'retracted-cited');
				assert.deepEqual(more, ['/api/relationships', '/api/objects/lookup']);
			}),
		);

		it(
			'is six questions at most about another work',
			on(work, async (page) => {
				const asked: string[] = [];
				page.on('request', (request) => {
					const { pathname } = new URL(request.url());
					if (pathname.startsWith('/api/')) asked.push(pathname);
				});
				await page.locator('.links li.link h3 a').first().click();
				await page.waitForURL((url) => url.pathname !== work);
				await page.waitForLoadState('networkidle');
				assert.ok(asked.length <= 6, asked.join(' '));
				assert.ok(asked.includes('/api/objects'));
			}),
		);
	});

	describe('the list', () => {
		it(
			'goes from page to page without repeating or leaving out a work',
			on(work, async (page) => {
				const seen = new Set<string>();
				for (let number = 1; ; number++) {
					await page.getByText(`Page ${number} of 3`).waitFor();
					await page.locator('.links[aria-busy="false"] li.link').first().waitFor();
					for (const href of await page
						.locator('.links li.link h3 a')
						.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
						seen.add(href);
					const next = page.getByRole('link', { name: 'Next' });
					if ((await next.count()) === 0) break;
					await next.click();
				}
				assert.equal(seen.size, example.citing);
				await page.getByRole('link', { name: 'Previous' }).click();
				await page.getByText('Page 2 of 3').waitFor();
				await page.getByRole('link', { name: 'Previous' }).click();
				await page.getByText('Page 1 of 3').waitFor();
				assert.equal(await page.getByRole('link', { name: 'Previous' }).count(), 0);
			}),
		);

		it(
			'can begin with the oldest link',
			on(work, async (page) => {
				await page.getByLabel('Order').selectOption('-mostrecent');
				await page.waitForURL('**?sort=-mostrecent');
				await page.locator('.links[aria-busy="false"]').waitFor();
				const texts = await page.locator('.links li.link .history').allInnerTexts();
				const dates = texts.map((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '');
				assert.deepEqual(dates, [...dates].sort());
			}),
		);

		it(
			'can hold more on a page',
			on(work, async (page) => {
				await page.getByLabel('Per page').selectOption('100');
				await page.waitForURL('**?size=100');
				await page
					.locator('.links li.link')
					.nth(example.citing - 1)
					.waitFor();
			}),
		);
	});

	describe('the version tree', () => {
		it(
			'names each version, the newest first',
			on(work, async (page) => {
				const tree = await unfoldVersions(page);
				await tree.getByText('2023').waitFor();
				const dates = await tree.locator('.date').allInnerTexts();
				assert.equal(dates.length, example.versions.length);
				assert.deepEqual(dates, [...dates].sort().reverse());
				const names = await tree.locator('.version .name').allInnerTexts();
				const numbered = example.versions.flatMap((id) => /v\d.*$/.exec(id) ?? []).reverse();
				assert.deepEqual(names, [...numbered, 'Skymap: maps of the sphere for survey astronomy']);
			}),
		);

		it(
			'counts each version by itself',
			on(work, async (page) => {
				const tree = await unfoldVersions(page);
				for (const id of example.versions) {
					const count = await total({ id, scheme: 'doi', relation: 'isCitedBy', group_by: 'identity' });
					await tree.getByRole('link', { name: new RegExp(` ${RegExp.escape(id)} ${count} Cited by$`) }).waitFor();
				}
				await tree.getByRole('link', { name: `All versions ${example.citing} Cited by` }).waitFor();
			}),
		);

		it(
			'leads to each version',
			on(work, async (page) => {
				await (await unfoldVersions(page)).getByRole('link', { name: /^v1\.0/ }).click();
				await page.waitForURL('**/objects/doi/10.5072/skymap.v1.0?group_by=identity');
				await page.getByRole('heading', { level: 1, name: 'Skymap 1.0' }).waitFor();
			}),
		);
	});
});
