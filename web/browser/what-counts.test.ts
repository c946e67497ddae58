// What counts as a citation in the list of a work: definitions, flags that are left out, and marks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, ofWork, work } from './pages.fixture.ts';

const citing = '/objects/doi/10.5072/work.020';
const flagged = 'single-provider';
const work20 = { Identifier: [{ ID: '10.5072/work.020', IDScheme: 'doi' }], Type: { Name: 'literature' as const } };
const retracted = {
	Source: work20,
	RelationshipType: { Name: 'References' },
	Target: { ...work20, Identifier: [{ ID: '10.5072/doubtful', IDScheme: 'doi' }], Notice: [{ Kind: 'retraction' }] },
	LinkProvider: [{ Name: 'Crossref' }],
	LinkPublicationDate: '2020-02-02',
};

describePages('what counts', ({ on, submit, total }) => {
	const cited = { ...ofWork, relation: 'isCitedBy' } as const;
	const counted = (page: Page, count: number) =>
		page.getByText(new RegExp(`^(?:Counted as “strict”: )?${count} of ${example.citing} citations: `)).waitFor();
	const numberOf = (page: Page, flag: string, count: string) =>
		page.locator('.flags .choice', { hasText: flag }).locator('.count').getByText(count, { exact: true }).waitFor();
	const others = () => total({ ...cited, exclude: 'author-self' });

	describe('in a list', () => {
		it(
			'is a definition and flags, and the list says what they leave out',
			on(work, async (page) => {
				await page.getByText('What counts?').click();
				const own = String(await total({ ...cited, flagged: 'author-self' }));
				await numberOf(page, 'by the same authors', own);
				await page.getByLabel('by the same authors').check();
				await page.waitForURL('**?exclude=author-self');
				await numberOf(page, 'by the same authors', own);
				const single = await total({ ...cited, exclude: 'author-self', flagged: 'single-provider' });
				await numberOf(page, 'reported by one provider alone', String(single));
				const kept = await others();
				assert.ok(kept > 0 && kept < example.citing);
				await counted(page, kept);
				await page.getByRole('heading', { level: 2, name: `Cited by ${kept}`, exact: true }).waitFor();
				await page.getByLabel('Count citations as').selectOption('strict');
				await page.waitForURL('**?definition=strict&exclude=author-self');
				await page.getByText(/^Citations by others: /).waitFor();
				await page.getByRole('link', { name: `Show all ${example.citing}` }).click();
				await page.getByRole('heading', { level: 2, name: `Cited by ${example.citing}`, exact: true }).waitFor();
				assert.equal(await page.getByLabel('by the same authors').isChecked(), false);
			}),
		);

		it(
			'is kept in another order, in the table and in a file',
			on(`${work}?definition=strict`, async (page) => {
				await counted(page, await others());
				await page.getByLabel('Order').selectOption('title');
				await page.waitForURL('**?definition=strict&sort=title');
				await page.getByRole('link', { name: 'Table' }).click();
				await page.waitForURL('**?definition=strict&sort=title&form=table');
				await page.locator('.export-menu summary').click();
				const csv = page.getByRole('link', { name: 'CSV', exact: true });
				const file = await fetch(new URL((await csv.getAttribute('href')) ?? '', page.url()));
				assert.equal(Number(file.headers.get('x-total-count')), await others());
			}),
		);

		it(
			'is chosen without a script',
			on(
				work,
				async (page) => {
					await page.getByText('What counts?').click();
					await page.getByLabel('by the same authors').check();
					await page.getByLabel('within one journal, book or series').check();
					await page.locator('.what-counts').getByRole('button', { name: 'Apply' }).click();
					await counted(page, await total({ ...cited, exclude: 'author-self,journal-self' }));
				},
				{ script: false },
			),
		);
	});

	it(
		'has the number of each flag without a script where the page has all links',
		on(
			`${citing}?relation=cites`,
			async (page) => {
				await page.getByText('What counts?').click();
				const single = await total({ id: '10.5072/work.020', group_by: 'version', relation: 'cites', flagged });
				await numberOf(page, 'reported by one provider alone', String(single));
			},
			{ script: false },
		),
	);

	it(
		'counts the references that were retracted',
		on(
			citing,
			async (page) => {
				await page.getByRole('heading', { level: 1 }).waitFor();
				await submit(page, [retracted]);
				await page.goto(citing);
				await page.getByRole('link', { name: 'Cites 1 retracted work', exact: true }).click();
				await page.waitForURL('**?relation=cites&flagged=retracted-cited');
				await page.getByRole('heading', { level: 2, name: 'Cites 1', exact: true }).waitFor();
			},
			{ signedIn: true },
		),
	);

	describe('marks', () => {
		it(
			'show self-citations, as many as there are',
			on(`${work}?relation=isCitedBy&size=100`, async (page) => {
				const marked = await total({ ...cited, flagged: 'author-self' });
				assert.ok(marked > 0);
				assert.equal(await page.getByText('self-citation', { exact: true }).count(), marked);
			}),
		);
	});
});
