// Tests that the pages of an institution show its name, logo, colour and links, with and without a
// script.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { requireAccessible } from './accessibility.fixture.ts';
import { describePages, work } from './pages.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
after(() => rmSync(folder, { recursive: true }));
const logo = join(folder, 'logo.svg');
writeFileSync(
	logo,
	'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20"/></svg>',
);

const name = 'Scholarly links of the Library of the University of the Northern Coast';
const settings = {
	SITE_NAME: name,
	SITE_LOGO: logo,
	SITE_CONTACT: 'links@example.org',
	SITE_PRIVACY: 'https://example.org/privacy',
	SITE_COLOR: '#7a1f3d',
};

describePages(
	'the site of an institution',
	({ on }) => {
		for (const script of [true, false]) {
			it(
				`shows who runs it on a phone ${script ? 'with' : 'without'} a script`,
				on(
					work,
					async (page) => {
						const brand = page.getByRole('link', { name, exact: true });
						const colours = await brand.evaluate((element) => {
							const { backgroundColor, color } = getComputedStyle(element);
							return [backgroundColor, color];
						});
						assert.deepEqual(colours, ['rgb(122, 31, 61)', 'rgb(255, 255, 255)']);
						const picture = brand.locator('img');
						await picture.evaluate((image: HTMLImageElement) => image.decode());
						const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
						assert.equal(await privacy.getAttribute('href'), 'https://example.org/privacy');
						if (script) await requireAccessible(page, 'the page of a work');
						await brand.click();
						await page.waitForFunction((title) => document.title === title, name);
					},
					{ script, width: 390 },
				),
			);
		}
	},
	settings,
);
