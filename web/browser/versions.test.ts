// The versions of a work by name: families of 17 and of 200, on a phone and on a wide screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { requireAccessible } from './accessibility.fixture.ts';
import type { ExampleLink } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

type Family = { id: string; versions: number; cited: readonly number[] };
const small: Family = { id: '10.5072/tide.small', versions: 17, cited: [2, 9, 11, 14, 16] };
const large: Family = { id: '10.5072/tide.large', versions: 200, cited: [3, 120, 199] };

const software = (ID: string, Title: string, PublicationDate?: string): ExampleLink['Source'] => ({
	Identifier: [{ ID, IDScheme: 'doi' }],
	Type: { Name: 'software' },
	...{ Title, ...(PublicationDate !== undefined && { PublicationDate }) },
});

const nameOf = (at: number) => `v${Math.floor(at / 12) + 1}.${at % 12}.0`;

/** Makes a family with a citation of each of the cited versions, and one more of the first of them. */
function linksOf({ id, versions, cited }: Family): ExampleLink[] {
	const stated = { LinkProvider: [{ Name: 'DataCite' }], LinkPublicationDate: '2024-01-31' };
	const versionAt = (at: number) =>
		software(`${id}.${900 - at}`, `reef/tide: ${nameOf(at)}`, new Date(Date.UTC(2012, 0, 1 + 9 * at)).toISOString());
	const citing = [cited[0] as number, ...cited].map((at, place) => ({
		Source: {
			Identifier: [{ ID: `${id}.paper.${place}`, IDScheme: 'doi' }],
			Type: { Name: 'literature' as const },
			Title: `Tides of coast ${place}`,
		},
		RelationshipType: { Name: 'References' },
		Target: versionAt(at),
		...stated,
	}));
	const of = Array.from({ length: versions }, (_, at) => ({
		...{ Source: software(id, 'reef/tide'), Target: versionAt(at), ...stated },
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'HasVersion', SubTypeSchema: 'DataCite' },
	}));
	return [...of, ...citing];
}

describePages('the versions of a work', ({ open, submit }) => {
	let isSubmitted: Promise<unknown> | undefined;
	/** Opens the page of a family once its links are there. */
	const openFamily = async ({ id }: Family, width: number, query = ''): Promise<Page> => {
		const page = await open('/', { width, signedIn: true });
		isSubmitted ??= submit(page, [...linksOf(small), ...linksOf(large)]);
		await isSubmitted;
		await page.goto(`/objects/doi/${id}${query}`);
		return page;
	};
	const test = (name: string, family: Family, width: number, check: (page: Page) => Promise<void>, query?: string) =>
		it(name, async () => {
			const page = await openFamily(family, width, query);
			try {
				await check(page);
			} finally {
				await page.context().close();
			}
		});

	for (const width of [390, 1280]) {
		for (const family of [small, large]) {
			describe(`of which there are ${family.versions}, ${width} px wide`, () => {
				test(
					'are folded; those that are cited come first, the newest of them at the top',
					family,
					width,
					async (page) => {
						const tree = page.locator('details.versions');
						assert.equal(await tree.getByText('All versions').isVisible(), false);
						await page.getByRole('heading', { name: /^Versions/ }).click();
						const names = await tree.locator('.version:visible .name').allInnerTexts();
						assert.deepEqual(names, family.cited.map(nameOf).reverse());
						const rest = family.versions + 1 - family.cited.length;
						await tree.getByText(`${rest} more versions that nothing cites`).click();
						const others = await tree.locator('.unlinked .version:visible .name').allInnerTexts();
						assert.equal(others.length, Math.min(20, rest));
						assert.ok(others.every((name) => !names.includes(name)));
						await requireAccessible(page, 'the page with its versions');
					},
				);

				test(
					'are named where a work cites them, and no identifier is broken within a part',
					family,
					width,
					async (page) => {
						const cited = await page.locator('.linked-versions').allInnerTexts();
						assert.deepEqual(new Set(cited), new Set(family.cited.map((at) => `Cites ${nameOf(at)}`)));
						await page.getByRole('heading', { name: /^Versions/ }).click();
						const broken = await page.locator('.identifier:visible').evaluateAll(
							(elements) =>
								elements.filter((element) => {
									const parts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
									return parts.some((part) => {
										const range = document.createRange();
										range.selectNodeContents(part);
										return range.getClientRects().length > 1;
									});
								}).length,
						);
						assert.equal(broken, 0);
					},
				);
			});
		}
	}

	test('leave the first work of the list within the first screens of a phone', large, 390, async (page) => {
		const top = (await page.locator('.links li.link').first().boundingBox())?.y ?? Number.NaN;
		assert.ok(top < 850, `the list begins at ${top} px`);
	});

	test(
		'have the chosen one among the others where nothing cites it',
		small,
		1280,
		async (page) => {
			await page.getByText(`Version ${nameOf(0)}`).waitFor();
			await page.getByRole('heading', { name: /^Versions/ }).click();
			assert.match(await page.locator('.unlinked a[aria-current=page]').innerText(), /^v1\.0\.0/);
		},
		'.900?group_by=identity',
	);

	test('are the choices of the filter, by name', small, 1280, async (page) => {
		const choices = await page.getByLabel('Linked version').locator('option').allInnerTexts();
		const counted = small.cited.map((at, place) => `${nameOf(at)} (${place === 0 ? 2 : 1})`);
		assert.deepEqual(choices, ['All', ...counted.reverse()]);
		await page.getByLabel('Linked version').selectOption(counted.at(-1) as string);
		await page.getByRole('link', { name: `Remove the filter Linked version: ${nameOf(2)}` }).waitFor();
	});
});
