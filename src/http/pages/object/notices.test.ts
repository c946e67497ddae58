// Tests what the page of a work says of notices about it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Notice } from '../../../links/description.ts';
import { knownId, openTestApp, type TestApp } from '../../server/app.fixture.ts';

let notices: readonly Notice[];
let opened: TestApp;
before(async () => {
	const plain = await openTestApp();
	opened = await openTestApp(
		{},
		{
			async describeObject(question, options) {
				const found = await plain.memory.describeObject(question, options);
				assert.ok(found?.overview);
				const { overview } = found;
				const { work } = overview;
				const fields = `${work.document.fields},"Notice":${JSON.stringify(notices)}`;
				return { ...found, overview: { ...overview, work: { ...work, document: { ...work.document, fields } } } };
			},
		},
	);
	await plain.close();
});
after(() => opened.close());

async function headingWith(...given: Notice[]): Promise<string> {
	notices = given;
	const response = await opened.app.request(`/objects/doi/${knownId}?group_by=identity`, {
		headers: { Accept: 'text/html' },
	});
	const text = await response.text();
	return text.slice(text.indexOf('<header class="work"'), text.indexOf('</header>', text.indexOf('<main')));
}

const doi = (ID: string) => ({ ID, IDScheme: 'doi' });

describe('the page of a work', () => {
	it('warns that the work was retracted, since when, and names the notice', async () => {
		const heading = await headingWith({ Kind: 'retraction', Date: '2021-05-06', Identifier: doi('10.5555/notice') });
		assert.match(
			heading,
			/<p class="notice failure banner"><strong>This work was retracted<\/strong> \(2021-05-06\): /,
		);
		assert.match(heading, /<a href="https:\/\/doi\.org\/10\.5555\/notice"[^>]*>notice DOI 10\.5555\/notice<\/a>/);
	});

	it('says so where nothing but the retraction itself is known', async () => {
		assert.match(await headingWith({ Kind: 'retraction' }), /<strong>This work was retracted<\/strong><\/p>/);
	});

	it('mentions corrections and concerns, each kind once, with its earliest date', async () => {
		const heading = await headingWith(
			{ Kind: 'correction', Date: '2020-02-03' },
			{ Kind: 'correction', Date: '2019' },
			{ Kind: 'concern' },
		);
		const banners = [...heading.matchAll(/<p class="banner">(.*?)<\/p>/g)].map(([, banner]) => banner);
		assert.deepEqual(banners, [
			'<strong>There is an expression of concern about this work</strong>',
			'<strong>This work was corrected</strong> (2019)',
		]);
	});

	it('says nothing of notices where there are none', async () => {
		assert.doesNotMatch(await headingWith(), /banner/);
	});
});
