// The graph of the works around one.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, ofWork, work } from './pages.fixture.ts';

describePages('the graph', ({ on, total }) => {
	const graph = `${work}?relation=all&show=graph`;
	const transform = (page: Page) => page.locator('.graph-frame svg > g').getAttribute('transform');
	const changes = async (page: Page, act: () => Promise<void>) => {
		const was = await transform(page);
		await act();
		await page.waitForFunction(
			(before) => document.querySelector('.graph-frame svg > g')?.getAttribute('transform') !== before,
			was,
		);
	};

	it(
		'draws the works around the asked one, those with versions as clusters',
		on(work, async (page) => {
			await page.getByRole('link', { name: 'Graph' }).click();
			await page.waitForURL('**?relation=all&show=graph');
			await page.locator('.graph-frame a.node').first().waitFor();
			assert.equal(await page.locator('.graph-frame a.node').count(), 60);
			assert.equal(await page.locator('.graph-frame .middle .shape').count(), example.versions.length);
			const preprinted = page.getByRole('link', { name: /; 2 versions$/ }).first();
			assert.equal(await preprinted.locator('.shape').count(), 2);
		}),
	);

	it(
		'ends its lines at the versions that are linked',
		on(graph, async (page) => {
			await page.locator('.graph-frame a.node').first().waitFor();
			const bubble = Number(await page.locator('.graph-frame .middle .bubble').getAttribute('r'));
			const tips = await page
				.locator('.graph-frame polygon.edge.isCitedBy')
				.evaluateAll((heads) => heads.map((head) => head.getAttribute('points')?.split(/[ ,]/).map(Number) ?? []));
			assert.ok(tips.length > 0);
			for (const [x = 0, y = 0] of tips) assert.ok(Math.hypot(x, y) < bubble, `${x} ${y}`);
		}),
	);

	it(
		'is drawn at rest',
		on(graph, async (page) => {
			const places = () =>
				page
					.locator('.graph-frame a.node')
					.evaluateAll((nodes) => nodes.map((node) => node.parentElement?.getAttribute('transform')).join());
			await page.locator('.graph-frame a.node').first().waitFor();
			const at = await places();
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
			assert.equal(await places(), at);
		}),
	);

	it(
		'zooms and moves by buttons, keys, wheel and mouse',
		on(graph, async (page) => {
			const drawing = page.locator('.graph-frame svg');
			await drawing.waitFor();
			for (const name of ['Zoom in', 'Zoom out', 'Move left', 'Move up', 'Fit everything']) {
				await changes(page, () => page.getByRole('button', { name }).click());
			}
			await drawing.focus();
			for (const key of ['+', '-', 'ArrowRight', 'ArrowDown', '0']) await changes(page, () => page.keyboard.press(key));
			const box = await drawing.boundingBox();
			assert.ok(box);
			await page.mouse.move(box.x + 20, box.y + 20);
			await changes(page, () => page.mouse.wheel(0, -100));
			await changes(page, async () => {
				await page.mouse.down();
				await page.mouse.move(box.x + 80, box.y + 60, { steps: 3 });
				await page.mouse.up();
			});
		}),
	);

	it(
		'is walked through with Tab, and Enter opens a work',
		on(graph, async (page) => {
			await page.locator('.graph-frame svg').focus();
			await page.keyboard.press('Tab');
			await page.keyboard.press('Tab');
			const focused = page.locator('.graph-frame a.node:focus');
			const title = ((await focused.getAttribute('aria-label')) ?? '').split(';')[0] ?? '';
			assert.notEqual(title, '');
			await page.keyboard.press('Enter');
			await page.getByRole('heading', { level: 1, name: title }).waitFor();
		}),
	);

	it(
		'is there as a table, too',
		on(graph, async (page) => {
			await page.locator('.graph').getByText('Show as a table').click();
			const rows = page.locator('.graph tbody tr');
			await rows.first().waitFor();
			assert.equal(await rows.count(), 60);
			const names = await page
				.locator('.graph-frame a.node')
				.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label')?.split(';')[0]));
			assert.deepEqual(await rows.locator('th a').allInnerTexts(), names);
		}),
	);

	it(
		'is a table where there is no script to draw it',
		on(
			graph,
			async (page) => {
				await page.locator('.graph').getByText('Show as a table').click();
				assert.equal(await page.locator('.graph tbody tr').count(), 60);
				await page.locator('.graph').getByText('The graph needs JavaScript').waitFor();
			},
			{ script: false },
		),
	);

	it(
		'shows citations between the works on request',
		on(graph, async (page) => {
			await page.getByLabel(/^Show citations between these works/).check();
			await page.locator('.graph-frame path.among').first().waitFor();
			const count = await page.locator('.graph-frame path.among').count();
			assert.ok(count > 10, String(count));
		}),
	);

	it(
		'keeps to the chosen relation and the filters',
		on(`${work}?relation=cites&show=graph&type=software`, async (page) => {
			await page.locator('.graph-frame a.node').first().waitFor();
			assert.equal(
				await page.locator('.graph-frame a.node').count(),
				await total({ ...ofWork, relation: 'cites', type: 'software' }),
			);
		}),
	);
});
