// What a reader sees with a script and without one: the same text, links and cells, of every page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { failure } from './broker.fixture.ts';
import { example } from './example-links.ts';
import { describePages, type Look, waitUntilCounted, work } from './pages.fixture.ts';

/** The parts that only the script adds: plots, the graph, and controls that need a script. */
const withScriptOnly = [
	// Plots are drawn to the width of the screen, with sliders; the graph is laid out.
	'svg',
	'.handle',
	'.graph-drawing',
	// Copying, and saving a picture.
	'.with-script',
	// What is announced to screen readers when it changes.
	'.visually-hidden[role="status"]',
] as const;

const version = example.concept.id;
const pages: readonly (readonly [path: string, look?: Look])[] = [
	['/'],
	['/providers'],
	['/providers?page=5000'],
	['/providers?page=0'],
	['/search?q=maps'],
	['/search?q=maps&type=software&sort=mostcited'],
	['/search?q=mapss'],
	['/search?q=%22open'],
	['/search?q=nothingofthekind'],
	['/search?q=maps&group_by=identity'],
	['/search'],
	[work],
	[`${work}?group_by=identity`],
	[`${work}?type=literature&publication_year=2015--2019&size=50&sort=-mostrecent`],
	[`${work}?page=2`],
	[`${work}?q=nothingofthekind`],
	[`${work}?axis=link`],
	[`${work}?relation=all`],
	[`${work}?show=graph`],
	[`${work}?show=print`],
	[`${work}?show=versions`],
	[`${work}?show=export&style=social&language=HTML`],
	[`${work}?type=novel`],
	['/objects/doi/10.5072/maps.dr1'],
	['/objects/doi/10.1000/nothing'],
	['/explain'],
	[`/explain?id=${version}&other=10.5072/maps.dr1`],
	[`/explain?id=${version}&other=nothing-of-an-identifier`],
	['/report'],
	[`/report?ids=${version}%0Awords`],
	['/report?prefix=10.5281'],
	[`/report?ids=${version}&level=identity&since=2018-01-01`],
	['/report?prefix=10.1000&provider=Zenodo'],
	['/report?provider=Nobody'],
	['/nothing'],
	['/operator'],
	['/operator/tokens'],
	['/operator/loads', { signedIn: true }],
	['/operator/loads?kind=harvest', { signedIn: true }],
	['/operator/loads/nothing', { signedIn: true }],
	[`/operator/loads/${failure.eventId}`, { signedIn: true }],
	[`/operator/loads/${failure.eventId}?show=withdrawal`, { signedIn: true }],
	['/operator/events', { signedIn: true }],
	[`/operator/events?load=${failure.eventId}`, { signedIn: true }],
	['/operator/events?state=Error', { signedIn: true }],
	['/operator/events/nothing', { signedIn: true }],
	[`/operator/events/${failure.eventId}`, { signedIn: true }],
	[`/operator/events/${failure.eventId}?show=withdrawal`, { signedIn: true }],
	['/operator/submit', { signedIn: true }],
	['/operator/subscriptions', { signedIn: true }],
	['/operator/subscriptions?all=1', { signedIn: true }],
	['/operator/subscriptions/new?kind=email&id=10.5072/maps.dr1&type=software', { signedIn: true }],
	['/operator/subscriptions/999', { signedIn: true }],
	['/operator/tokens', { signedIn: true }],
	['/operator/users', { signedIn: true }],
	['/operator/password', { signedIn: true }],
	['/operator/status', { signedIn: true }],
	['/operator/harvests', { signedIn: true }],
	['/operator/harvests?service=zenodo', { signedIn: true }],
	['/operator/dumps', { signedIn: true }],
	['/operator/audit', { signedIn: true }],
	['/operator/invitation'],
	['/operator/nothing', { signedIn: true }],
];

describePages('a page with a script and without one', ({ open }) => {
	for (const [path, look = {}] of pages) {
		it(`is the same at ${path}`, async () => {
			const contents: Content[] = [];
			for (const script of [false, true]) {
				const page = await open(path, { ...look, script });
				if (path === '/' || path === '/providers') await waitUntilCounted(page);
				// The list to print has no script, since it is as long as can be.
				if (script && !path.endsWith('show=print')) await page.locator('html[data-script="on"]').waitFor();
				if (script) await page.waitForLoadState('networkidle');
				// The graph is laid out by the script.
				assert.equal(await page.locator('.waiting:not(.graph-drawing *)').count(), 0);
				const content = await contentOf(page);
				// Its figures change during the test.
				if (path === '/operator/status') content.text = content.text.map((text) => text.replaceAll(/\d+/g, '0'));
				contents.push(content);
				await page.context().close();
			}
			assert.notEqual(contents[0]?.text.length, 0);
			assert.deepEqual(contents[1], contents[0]);
		});
	}
});

type Content = { text: string[]; links: string[]; cells: string[]; fields: string[] };

/** Reads the content of a page, even if folded. */
function contentOf(page: Page): Promise<Content> {
	return page.evaluate((left) => {
		const body = document.body.cloneNode(true) as HTMLElement;
		for (const element of body.querySelectorAll(`${left.join()}, script`)) element.remove();
		body.normalize();
		const words = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
		const all = (selector: string) => [...body.querySelectorAll<HTMLElement>(selector)];
		const texts: string[] = [];
		const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const text = words(walker.currentNode.nodeValue);
			if (text !== '') texts.push(text);
		}
		return {
			text: texts,
			links: all('a[href]').map((link) => `${words(link.textContent)} -> ${link.getAttribute('href')}`),
			cells: all('th, td').map((cell) => words(cell.textContent)),
			fields: all('input:not([type="hidden"]), select, textarea, button').map(
				(field) => `${field.tagName} ${field.getAttribute('name')} ${field.getAttribute('type')}`,
			),
		};
	}, withScriptOnly);
}
