// Works whose titles, names and publishers no layout is made for: very long, without blanks, from
// right to left, without an alphabet.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ExampleLink } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

const titles = {
	long: 'A very long title of a report on nothing in particular, '.repeat(20),
	word: 'Donaudampfschifffahrt'.repeat(15).slice(0, 300),
	arabic: 'دراسة طويلة جدا عن الاستشهادات في المكتبات الرقمية '.repeat(8),
	hebrew: 'מחקר על ציטוטים של תוכנה, data (v2.0)',
	chinese: '引用文献についての非常に長い題名'.repeat(15),
	marks: `${'Z̸̢̛͎̀'.repeat(60)} zalgo`,
} as const;
type Kind = keyof typeof titles;

const publishers = Array.from({ length: 43 }, (_, at) => ({ Name: `Publisher ${String(at).padStart(2, '0')} ` }));

function object(kind: Kind): ExampleLink['Source'] {
	return {
		Identifier: [{ ID: `10.5072/odd.${kind}`, IDScheme: 'doi' }],
		Type: { Name: 'literature' },
		Title: titles[kind],
		Creator: [{ Name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4) }, { Name: 'محمد بن موسى' }],
		PublicationDate: '2020-01-01',
		Publisher: publishers,
	};
}

/** Each cites the next: every page shows its own title and another one in a list. */
const links = (Object.keys(titles) as Kind[]).map((kind, at, all) => ({
	Source: object(kind),
	RelationshipType: { Name: 'References' },
	Target: object(all[(at + 1) % all.length] as Kind),
	LinkProvider: [{ Name: `${'Provider'.repeat(30)}` }],
	LinkPublicationDate: '2020-01-01',
}));

describePages('works with odd titles', ({ open, on, submit }) => {
	it('break no layout at 360 px, with a script and without one', async () => {
		const first = await open('/operator', { signedIn: true });
		await submit(first, links);
		await first.context().close();
		for (const script of [true, false]) {
			const page = await open('/', { width: 360, script });
			for (const kind of Object.keys(titles)) {
				for (const path of [`/objects/doi/10.5072/odd.${kind}`, `/objects/doi/10.5072/odd.${kind}?relation=cites`]) {
					await page.goto(path);
					await page.locator('.links li.link').first().waitFor();
					assert.equal(await tooWide(page), 0, `${path}, ${script ? 'with' : 'without'} a script`);
				}
			}
			for (const path of ['/search?q=Publisher', '/search?q=zalgo', '/providers', '/']) {
				await page.goto(path);
				await page.locator('main h1').waitFor();
				assert.equal(await tooWide(page), 0, `${path}, ${script ? 'with' : 'without'} a script`);
			}
			await page.context().close();
		}
	});

	it(
		'have their publishers in one line: the first, and how many more',
		on('/objects/doi/10.5072/odd.hebrew', async (page) => {
			const line = page.locator('header.work .place');
			assert.equal(await line.innerText(), 'Publisher 00, Publisher 01, Publisher 02 and 40 more');
			const { height } = (await line.boundingBox()) ?? { height: Number.NaN };
			const lineHeight = await line.evaluate((one) => Number.parseFloat(getComputedStyle(one).lineHeight));
			assert.ok(height < 1.5 * lineHeight, `${height} of ${lineHeight}`);
		}),
	);
});

/** Returns by how many pixels a page is wider than the screen. */
function tooWide(page: Page): Promise<number> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return Math.max(0, scrollWidth - clientWidth);
	});
}
