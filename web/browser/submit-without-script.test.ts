// How a librarian submits a table where JavaScript is off: upload, look, correct, submit, find.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { requireAccessible, takenOver, withoutItsScript } from './accessibility.fixture.ts';
import { describePages } from './pages.fixture.ts';

const path = '/operator/submit';
const plain = { signedIn: true, script: false };

const table = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const ofLibrary = (id: string) =>
	'\uFEFFwork;"what it ""uses""";remark;how\r\n' +
	`10.5072/plain.${id};10.5072/data.${id};"kept in\r\nthe basement";supplement to\r\n` +
	'not an identifier;10.5072/data.x;;cites\r\n' +
	`10.5072/plain.${id};10.5072/more.${id};;supplement to\r\n`;

async function choose(page: Page, name: string, text: string): Promise<void> {
	await page.getByLabel('File with a table').setInputFiles(table(name, text));
	await page.getByLabel('Link provider').fill('A Library');
	await page.getByRole('button', { name: 'Preview' }).click();
	await page.getByRole('heading', { level: 2, name: 'Step 2 of 3' }).waitFor();
}

describePages('submitting a table without a script', ({ open, on }) => {
	for (const width of [360, 800, 1280]) {
		for (const colorScheme of width === 360 ? (['light', 'dark'] as const) : (['light'] as const)) {
			it(`breaks no rule of accessibility at ${width} px, ${colorScheme}`, async () => {
				const page = await open('/favicon.svg', { width, colorScheme, signedIn: true });
				await withoutItsScript(page);
				await page.goto(path);
				await requireAccessible(page, 'the first step');
				await choose(page, 'links.csv', ofLibrary('axe'));
				await requireAccessible(page, 'the second step');
				await page.getByLabel('how', { exact: true }).selectOption('Date of the link');
				await page.getByRole('button', { name: 'Submit 2 links' }).click();
				await page.getByRole('alert').filter({ hasText: 'differ from the last preview' }).waitFor();
				await requireAccessible(page, 'a refusal');
				await page.getByRole('button', { name: 'Submit 2 links' }).click();
				await page.getByRole('heading', { level: 2, name: 'Step 3 of 3' }).waitFor();
				await requireAccessible(page, 'the third step');
				await page.context().close();
			});
		}
	}

	it(
		'leads from a file over a wrong choice of columns and a wrong cell to links that are found',
		on(
			path,
			async (page) => {
				const id = String(Date.now());
				await choose(page, 'links of the library.csv', ofLibrary(id));
				await page.getByText(/^links of the library\.csv: 2 links in 3 rows/).waitFor();
				const wrong = page.getByRole('region', { name: 'Problems by line and column' });
				await wrong.getByRole('row', { name: '4 1 (work) not an identifier not an identifier' }).waitFor();

				await page.getByLabel('work', { exact: true }).selectOption('Date of the link');
				await look(page);
				await page
					.getByText(/3 × a row without a source: choose its column/)
					.first()
					.waitFor();
				assert.equal(await page.getByRole('button', { name: /^Submit/ }).isDisabled(), true);
				await page.getByLabel('work', { exact: true }).selectOption('Citing work: identifiers');
				const rows = page.getByLabel('or rows pasted from a spreadsheet');
				await rows.fill((await rows.inputValue()).replace('not an identifier', `10.5072/plain.${id}`));
				await look(page);
				await page.getByRole('button', { name: 'Submit 3 links' }).click();

				await page.getByRole('heading', { level: 2, name: 'Step 3 of 3' }).waitFor();
				await untilFindable(page);
				await page.getByRole('link', { name: `10.5072/plain.${id}` }).click();
				await page.getByRole('heading', { level: 2, name: 'Cites 1' }).waitFor();
			},
			plain,
		),
	);

	it(
		'takes pasted rows by keyboard alone, and the key that sends a form only looks',
		on(
			path,
			async (page) => {
				await page.getByLabel('or rows pasted from a spreadsheet').fill('Buch\tDaten\n10.5072/x\t10.5072/y\n');
				await page.keyboard.press('Tab');
				await page.keyboard.type('A Library');
				await page.keyboard.press('Enter');
				await page.getByText(/^pasted rows: 1 link in 1 row/).waitFor();
				await page.getByLabel('Date of the links').press('Enter');
				await page.getByRole('heading', { level: 2, name: 'Step 2 of 3' }).waitFor();
				await page.getByText('Nothing is stored yet.').waitFor();
			},
			plain,
		),
	);

	it('shows the same as the script, even after submission', async () => {
		const page = await open('/favicon.svg', { signedIn: true });
		await withoutItsScript(page);
		await page.goto(path);
		await choose(page, 'links.csv', 'source,target\n10.5072/both.a,10.5072/both.b\n');
		await page.getByRole('button', { name: 'Submit 1 link' }).click();
		await page.getByRole('heading', { level: 2, name: 'Step 3 of 3' }).waitFor();
		await page.unroute('**/assets/*.js');
		await page.reload();
		await page.getByText('All its links can be found.').waitFor();
		await takenOver(page);
		await page.getByRole('link', { name: 'Submit another table' }).click();
		await page.getByRole('heading', { level: 2, name: 'Step 1 of 3' }).and(page.locator(':focus')).waitFor();
		assert.equal(new URL(page.url()).search, '');
		await page.context().close();
	});
});

async function look(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Preview again' }).first().click();
}

/** Loads the page again, as its reader would, until the links can be found. */
async function untilFindable(page: Page): Promise<void> {
	for (let attempt = 0; attempt < 50; attempt++) {
		if (await page.getByText('All its links can be found.').isVisible()) return;
		await page.getByRole('button', { name: 'Refresh' }).click({ timeout: 1_000 });
	}
	assert.fail('It cannot be found.');
}
