import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { objectView } from '../address/object-view.ts';
import { placeSite } from '../site/site.ts';
import { apiAddress, curlCommand, exportAddress, pageQuery, resultQuery } from './links.ts';

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
			apiAddress(pageQuery(view, 'isCitedBy')),
			'/api/relationships?id=10.1%2Fa&scheme=doi&group_by=version&relation=isCitedBy&type=software' +
				'&publication_year=2015--2018&q=it%27s&via=doi%3A10.1%2Fb&subtype=IsCitedBy&size=50&page=2',
		);
	});

	it('names no relation where all are shown', () => {
		assert.equal(pageQuery(view, 'all').relation, undefined);
	});

	it('never has page and cursor together', () => {
		const { page, cursor } = pageQuery({ ...view, cursor: 'abc' }, 'all');
		assert.equal(page, undefined);
		assert.equal(cursor, 'abc');
	});

	it('is as much at once as can be where it is to be printed', () => {
		assert.equal(pageQuery({ ...view, show: 'print' }, 'all').size, 1_000);
	});

	it('is the whole result in an export', () => {
		assert.equal('page' in resultQuery(view, 'cites'), false);
		assert.match(exportAddress(view, 'cites', 'bibtex'), /^\/api\/relationships\?id=10\.1%2Fa&.*&format=bibtex$/);
		assert.doesNotMatch(exportAddress(view, 'cites', 'csv'), /[?&](?:page|size|sort|cursor)=/);
	});
});

describe('the command for a shell', () => {
	it('reaches curl as it is meant, whatever the identifier', () => {
		placeSite({ root: '/', origin: 'https://links.example.org', site: { name: 'Links', links: [] } });
		const awkward = objectView('doi', `10.1/$(echo x) 'a' "b" \`c\` \\ é`);
		const command = curlCommand(awkward, 'isCitedBy');
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
