// Tests of the API reference and of the explanations of problems.
import { it } from 'node:test';
import { describePages } from './pages.fixture.ts';

describePages('the reference of the interface', ({ on, url }) => {
	it(
		'runs its examples on the links of corner.py',
		on('/docs', async (page) => {
			const run = page.getByRole('button', { name: /^Run: \/api\/relationships/ });
			for (const at of [0, 1]) await run.nth(at).click();
			await page.getByText(/^200 OK · .* · 203 in total$/).waitFor();
			await page.getByText(/^200 OK · .* · 102 in total$/).waitFor();
			await page
				.getByRole('button', { name: /^Run: \/badges/ })
				.first()
				.click();
			await page.locator('.example + [role=status] img').waitFor();
		}),
	);

	it(
		'is where the type of a problem leads to',
		on('/', async (page) => {
			const response = await fetch(`${url()}/api/relationships?relation=cited`);
			await page.goto(((await response.json()) as { type: string }).type);
			await page.getByRole('heading', { level: 1, name: 'Invalid query parameter' }).waitFor();
			await page.getByRole('link', { name: 'API', exact: true }).click();
			await page.getByRole('heading', { level: 1, name: /^The API of Link Broker/ }).waitFor();
		}),
	);
});
