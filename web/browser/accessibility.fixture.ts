// Checks the accessibility of a page in a browser, for tests.
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Fails if a page breaks a rule of axe or is wider than the screen; `what` names the page.
 * What examines a page is a script: JavaScript must be on, if only for that (withoutItsScript).
 */
export async function requireAccessible(page: Page, what: string): Promise<void> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate(() =>
		axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
	);
	assert.deepEqual(
		violations.map(({ id, nodes }) => `${what} ${id} ${nodes[0]?.html}`),
		[],
	);
	const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	assert.ok(wider <= 0, `${what} is ${wider} px wider than the screen`);
}

/** Keeps a page that is opened from now on from its script. */
export async function withoutItsScript(page: Page): Promise<void> {
	await page.route('**/assets/*.js', (route) => route.abort());
}

/** Lets the next page show the message of a form that `?done=FORM` in its address names. */
export async function noteDone(page: Page, form: string): Promise<void> {
	await page
		.context()
		.addCookies([{ name: 'link-broker-done', value: form, url: new URL('/operator', page.url()).href }]);
}

/** Waits until its script has taken a page over. */
export async function takenOver(page: Page): Promise<void> {
	await page.locator('html[data-script="on"]').waitFor();
}
