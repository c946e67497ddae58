import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { objectView } from '../address/object-view.ts';
import {
	apiAddress,
	badgeAddress,
	curlCommand,
	exportAddress,
	nextCursor,
	pageParameters,
	resultParameters,
} from './api-address.ts';

const view = objectView('doi', '10.1/a', {
	type: 'software',
	years: { from: 2015, to: 2018 },
	q: "it's",
	via: 'doi:10.1/b',
	subtype: 'IsCitedBy',
	pageNumber: 2,
	size: 50,
});

describe('what is asked of the interface', () => {
	it('is a page of the links that the view shows', () => {
		assert.equal(
			apiAddress(pageParameters(view, 'isCitedBy')),
			'/api/relationships?id=10.1%2Fa&scheme=doi&group_by=version&relation=isCitedBy&type=software' +
				'&publication_year=2015--2018&q=it%27s&via=doi%3A10.1%2Fb&subtype=IsCitedBy&size=50&page=2',
		);
	});

	it('names no relation where all are shown', () => {
		assert.equal(pageParameters(view, 'all').relation, undefined);
	});

	it('never has page and cursor together', () => {
		const { page, cursor } = pageParameters({ ...view, cursor: 'abc' }, 'all');
		assert.equal(page, undefined);
		assert.equal(cursor, 'abc');
	});

	it('is the whole result where that is taken away', () => {
		assert.equal(resultParameters(view, 'cites').page, undefined);
		assert.match(exportAddress(view, 'cites', 'bibtex'), /^\/api\/relationships\?id=10\.1%2Fa&.*&format=bibtex$/);
		assert.doesNotMatch(exportAddress(view, 'cites', 'csv'), /[?&](?:page|size|sort|cursor)=/);
	});
});

describe('the command for a shell', () => {
	it('reaches curl as it is meant, whatever the identifier', () => {
		const awkward = objectView('doi', `10.1/$(echo x) 'a' "b" \`c\` \\ é`);
		const command = curlCommand('https://links.example.org', awkward, 'isCitedBy');
		const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command.replace(/^curl /, '')}`], {
			encoding: 'utf8',
		}).split('\n');
		assert.equal(words[0], '-H');
		assert.equal(words[1], 'Accept: application/x-scholix-v3+json');
		const asked = new URL(words[2] ?? '').searchParams;
		assert.equal(asked.get('id'), awkward.id);
		assert.equal(asked.get('relation'), 'isCitedBy');
	});
});

describe('the badge', () => {
	it('has the address of the work, and counts what is shown', () => {
		assert.equal(badgeAddress(view, 'isCitedBy'), '/badges/doi/10.1/a.svg?relation=isCitedBy&group_by=version');
	});
});

describe('the next page', () => {
	it('is reached by the cursor of the Link header', () => {
		const header =
			'<http://h/api/relationships?id=a&page=1>; rel="first", <http://h/api/relationships?id=a&cursor=x%2By>; rel="next"';
		assert.equal(nextCursor(header), 'x+y');
	});

	it('has none where there is no such page', () => {
		assert.equal(nextCursor('<http://h/?cursor=x>; rel="prev"'), undefined);
		assert.equal(nextCursor(null), undefined);
	});
});
