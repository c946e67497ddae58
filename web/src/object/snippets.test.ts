import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { objectView } from '../address/object-view.ts';
import { badgeAddress, boxAddress, boxFrame, boxScript, depositSentence, writeBadge } from './snippets.ts';

const page = 'https://links.example.org/objects/doi/10.1/a?relation=isCitedBy&group_by=identity';
const picture = { image: 'https://links.example.org/badges/doi/10.1/a.svg?x=1&y=2', text: 'cited by', page };

describe('a badge for a README', () => {
	it('has the address of the work, and counts what is shown', () => {
		const view = objectView('doi', '10.1/a');
		assert.equal(badgeAddress(view, 'isCitedBy'), '/badges/doi/10.1/a.svg?relation=isCitedBy&group_by=version');
		const strict = { ...view, definition: 'strict' };
		const query = '?relation=isCitedBy&group_by=version&definition=strict';
		assert.equal(badgeAddress(strict, 'isCitedBy'), `/badges/doi/10.1/a.svg${query}`);
		assert.equal(boxAddress(strict, 'isCitedBy'), `/embed/doi/10.1/a${query}`);
	});

	for (const [name, wanted] of [
		['Markdown', `[![cited by](${picture.image})](${page})`],
		['reStructuredText', `.. image:: ${picture.image}\n   :alt: cited by\n   :target: ${page}`],
		['AsciiDoc', `image:${picture.image}["cited by",link="${page}"]`],
		[
			'HTML',
			`<a href="${page.replace('&', '&amp;')}"><img src="${picture.image.replace('&', '&amp;')}" alt="cited by"></a>`,
		],
	] as const) {
		it(`is written in ${name}`, () => {
			assert.equal(writeBadge[name](picture), wanted);
		});
	}
});

describe('the box for a page', () => {
	const view = objectView('doi', '10.1/a"<b>');
	const choice = { relation: 'isCitedBy', script: 'https://links.example.org/embed.js' } as const;

	it('is an element with the script and what it shows', () => {
		assert.equal(
			boxScript(view, choice),
			'<script src="https://links.example.org/embed.js" data-id="10.1/a&quot;&lt;b&gt;" data-scheme="doi" data-relation="isCitedBy" data-group-by="version" async></script>',
		);
		assert.match(
			boxScript({ ...view, definition: 'strict', theme: 'dark' }, choice),
			/ data-definition="strict" data-theme="dark" async>/,
		);
	});

	it('is a frame with a title for pages without JavaScript', () => {
		assert.match(
			boxFrame('https://links.example.org/embed/doi/10.1/a?a=1&b=2', '10.1/a'),
			/^<iframe src="https:\/\/links\.example\.org\/embed\/doi\/10\.1\/a\?a=1&amp;b=2" title="Citations of 10\.1\/a" /,
		);
	});
});

describe('the description of a deposit', () => {
	it('has nothing but what InvenioRDM lets through: a paragraph and a link', () => {
		const html = depositSentence({ text: 'Cited by works listed here', page });
		assert.deepEqual(html.match(/<\/?[a-z]+/g), ['<p', '<a', '</a', '</p']);
		assert.match(html, /href="[^"]*&amp;group_by=identity"/);
	});
});
