// Takes the screenshots of the documentation, on request only.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describePages, waitUntilCounted } from './pages.fixture.ts';

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const cornerPy = '/objects/doi/10.21105/joss.00024';
const pictures = [
	['home', '/', '.examples a'],
	['work', cornerPy, '.links li.link'],
	['graph', `${cornerPy}?relation=all&show=graph`, 'a.node'],
] as const;
const skip = process.env.UPDATE_SCREENSHOTS !== '1' && 'UPDATE_SCREENSHOTS=1 takes them anew';

describe('pictures for the documentation', { skip }, () => {
	describePages('of the pages', ({ on }) => {
		for (const [name, path, ready] of pictures) {
			for (const width of [360, 768, 1280]) {
				for (const colorScheme of ['light', 'dark'] as const) {
					it(
						`show ${name} at ${width} px, ${colorScheme}`,
						on(
							path,
							async (page) => {
								if (name === 'home') await waitUntilCounted(page);
								await page.locator(ready).first().waitFor();
								await page.waitForLoadState('networkidle');
								if (name === 'graph') await page.locator('.results').evaluate((results) => results.scrollIntoView());
								await takePicture(page, join(images, `explorer-${name}-${width}-${colorScheme}.webp`));
							},
							{ width, colorScheme },
						),
					);
				}
			}
		}
	});
});

/** WebP has a third of the bytes of PNG, which a clone keeps for good. */
async function takePicture(page: Page, path: string): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
	await writeFile(path, Buffer.from(data, 'base64'));
}
