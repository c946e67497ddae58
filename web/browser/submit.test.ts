// How a librarian submits a table: upload, look, correct, submit, find.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { rowOfTexts, workbookOf } from '../../src/formats/dialects/syntaxes/workbook.fixture.ts';
import { describePages } from './pages.fixture.ts';

const table = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/**
 * A table as spreadsheets write it: a byte order mark, semicolons, quotation marks, a line break in a
 * cell.
 */
const ofLibrary = (id: string) =>
	'\uFEFFwork;"what it ""uses""";remark;how\r\n' +
	`10.5072/paper.${id};10.5072/data.${id};"kept in\r\nthe basement";supplement to\r\n` +
	'not an identifier;10.5072/data.x;;cites\r\n' +
	`10.5072/paper.${id};10.5072/more.${id};;supplement to\r\n`;

describePages('submitting a table', ({ open, on }) => {
	const choose = async (page: Page, name: string, text: string, provider = 'A Library') => {
		await page.getByLabel('File with a table').setInputFiles(table(name, text));
		await page.getByLabel('Link provider').fill(provider);
		await page.getByRole('button', { name: 'Preview' }).click();
		await page.getByRole('heading', { level: 2, name: 'Step 2 of 3' }).waitFor();
	};
	const links = (page: Page) => page.getByRole('region', { name: 'First links' });

	it(
		'leads from a file over a wrong choice of columns to links that are found',
		on(
			'/operator/submit',
			async (page) => {
				const id = String(Date.now());
				await choose(page, 'links of the library.csv', ofLibrary(id));
				await page.getByText(/^links of the library\.csv: 2 links in 3 rows/).waitFor();
				const wrong = page.getByRole('region', { name: 'Problems by line and column' });
				await wrong.getByRole('row', { name: '4 1 (work) not an identifier not an identifier' }).waitFor();
				await links(page)
					.getByRole('row', { name: new RegExp(`paper\\.${id} IsSupplementTo .*data\\.${id}`) })
					.waitFor();

				await page.getByLabel('work', { exact: true }).selectOption('Date of the link');
				await page
					.getByText(/3 × a row without a source: choose its column/)
					.first()
					.waitFor();
				assert.equal(await page.getByRole('button', { name: /^Submit/ }).isDisabled(), true);
				await page.getByLabel('work', { exact: true }).selectOption('Citing work: identifiers');
				await page.getByRole('button', { name: 'Submit 2 links' }).click();

				await page.getByRole('heading', { level: 2, name: 'Step 3 of 3' }).waitFor();
				await page.getByText('All its links can be found.').waitFor();
				await page.getByRole('link', { name: `10.5072/paper.${id}` }).click();
				await page.getByRole('heading', { level: 2, name: 'Supplement to 2' }).waitFor();
				await page.goto('/operator/loads');
				await page.getByRole('link', { name: 'links of the library.csv' }).first().waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'takes pasted rows of which nothing is known, once columns are chosen, by keyboard alone',
		on(
			'/operator/submit',
			async (page) => {
				await page.getByLabel('or rows pasted from a spreadsheet').fill('Buch\tDaten\nabc\t10.5072/y\n');
				await page.keyboard.press('Tab');
				await page.keyboard.type('A Library');
				await page.keyboard.press('Enter');
				await page.getByRole('heading', { level: 2, name: 'Step 2 of 3' }).and(page.locator(':focus')).waitFor();
				await page.getByText('1 × a row without a source').first().waitFor();
				await page.getByLabel('Buch').press('c');
				await page.getByRole('row', { name: '2 1 (Buch) abc not an identifier' }).waitFor();
				assert.equal(await page.getByLabel('Buch').evaluate((one) => one === document.activeElement), true);
			},
			{ signedIn: true },
		),
	);

	it(
		'shows why a choice is refused and keeps the columns, to be corrected',
		on(
			'/operator/submit',
			async (page) => {
				await choose(page, 'list.csv', 'a,b\n10.5072/a,10.5072/b\n');
				await links(page).waitFor();
				for (const name of ['a', 'b']) await page.getByLabel(name, { exact: true }).selectOption('-');
				await page.getByRole('alert').filter({ hasText: 'No column is chosen to hold identifiers' }).waitFor();
				await page.getByLabel('a', { exact: true }).selectOption('target');
				await page.getByLabel('b', { exact: true }).selectOption('source');
				await links(page)
					.getByRole('row', { name: /10\.5072\/b IsRelatedTo .*10\.5072\/a/ })
					.waitFor();
				await page.getByText('On the command line').click();
				await page
					.getByText("link-broker events load --provider='A Library' --columns=target,source -- list.csv")
					.waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'shows on a phone what each column of a workbook was read as, to be mended by keyboard',
		on(
			'/operator/submit',
			async (page) => {
				const rows = [
					['Paper', 'Remark', 'Data set'],
					['10.5072/sheet.a', 'On maps', '10.5072/sheet.b'],
				];
				const sheet = rows.map((cells, at) => rowOfTexts(at + 1, cells)).join('');
				const buffer = Buffer.from(workbookOf([{ name: 'Links', rows: sheet }]));
				const file = { name: 'links.xlsx', mimeType: 'application/octet-stream', buffer };
				await page.getByLabel('File with a table').setInputFiles(file);
				await page.getByLabel('Link provider').fill('A Library');
				await page.getByRole('button', { name: 'Preview' }).click();
				const remark = page.getByLabel('Remark', { exact: true });
				await remark.and(page.getByRole('combobox', { description: 'On maps' })).waitFor();
				assert.equal(await remark.locator('option:checked').innerText(), 'Not used');
				assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
				await remark.focus();
				await page.keyboard.type('Title of the cited');
				await page.getByText('First read as: Not used').waitFor();
				await links(page)
					.getByRole('row', { name: /sheet\.a .*On maps .*sheet\.b/ })
					.waitFor();
				assert.equal(await remark.evaluate((one) => one === document.activeElement), true);
			},
			{ signedIn: true, width: 360 },
		),
	);

	it(
		'explains why a file is no table, and a missing provider',
		on(
			'/operator/submit',
			async (page) => {
				await page.getByRole('button', { name: 'Preview' }).click();
				await page.getByRole('alert').filter({ hasText: 'Choose a file, or paste rows.' }).waitFor();
				const workbook = { name: 'links.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004rest') };
				await page.getByLabel('File with a table').setInputFiles(workbook);
				await page.getByRole('button', { name: 'Preview' }).click();
				await page.getByRole('alert').filter({ hasText: 'links.xlsx is damaged' }).waitFor();
				await choose(page, 'list.csv', 'source,target\n10.5072/a,10.5072/b\n', '');
				await page.getByRole('alert').filter({ hasText: 'no provider is named or given' }).waitFor();
				await page.getByRole('link', { name: 'Start over' }).click();
				await page.getByRole('heading', { level: 2, name: 'Step 1 of 3' }).and(page.locator(':focus')).waitFor();
				const broken = 'source,target\n10.5072/a,"10.5072/b\n';
				await page.getByLabel('File with a table').setInputFiles(table('broken.csv', broken));
				await page.getByRole('button', { name: 'Preview' }).click();
				await page
					.getByRole('alert')
					.filter({ hasText: 'a quotation that begins in line 2 is never closed' })
					.waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'offers a table to fill in, which it takes as it is',
		on(
			'/operator/submit',
			async (page) => {
				const coming = page.waitForEvent('download');
				await page.getByRole('link', { name: 'Download a template' }).click();
				const download = await coming;
				assert.equal(download.suggestedFilename(), 'link-template.csv');
				await page.getByLabel('File with a table').setInputFiles(await download.path());
				await page.getByRole('button', { name: 'Preview' }).click();
				await page.getByRole('button', { name: 'Submit 2 links' }).waitFor();
				assert.equal(await page.getByRole('heading', { name: 'Problems' }).count(), 0);
			},
			{ signedIn: true },
		),
	);

	it(
		'keeps a file chosen that is too large to be corrected, and a table that could not be sent',
		on(
			'/operator/submit',
			async (page) => {
				await choose(page, 'large.csv', `a;b;c\n${`10.5072/a;10.5072/b;${'x'.repeat(1_000)}\n`.repeat(2_100)}`);
				assert.equal(await page.getByLabel('or rows pasted from a spreadsheet').inputValue(), '');
				await page.getByLabel('c', { exact: true }).selectOption('Title of the citing work');
				await page.getByRole('region', { name: 'First links' }).getByText('xxx').first().waitFor();
				await page.route('**/api/events?*', (route) => route.abort());
				await page.getByRole('button', { name: /^Submit [\d,]+ link/ }).click();
				await page.getByRole('alert').filter({ hasText: 'The broker cannot be reached.' }).waitFor();
				assert.equal(await page.getByLabel('c', { exact: true }).inputValue(), 'source-title');
				await page.unroute('**/api/events?*');
				await page.getByRole('button', { name: /^Submit [\d,]+ link/ }).click();
				await page.getByRole('heading', { level: 2, name: 'Step 3 of 3' }).waitFor();
			},
			{ signedIn: true },
		),
	);

	it('shows its progress on a slow line, and sends a table once', async () => {
		const page = await open('/operator/submit', { signedIn: true });
		const session = await page.context().newCDPSession(page);
		const line = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 };
		await session.send('Network.emulateNetworkConditions', line);
		let submissions = 0;
		page.on('request', (request) => {
			if (request.method() === 'POST' && !request.url().includes('dry_run')) submissions++;
		});
		const id = String(Date.now());
		await page.getByLabel('File with a table').setInputFiles(table('slow.csv', ofLibrary(`slow.${id}`)));
		await page.getByLabel('Link provider').fill('A Library');
		await page.getByRole('button', { name: 'Preview' }).click();
		await page.getByText('Reading slow.csv …').waitFor();
		await page.getByRole('button', { name: 'Submit 2 links' }).dblclick();
		await page.getByText('All its links can be found.').waitFor();
		assert.equal(submissions, 1);
		await page.context().close();
	});
});
