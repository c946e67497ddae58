// Tests that what holds works, a journal or a community, is no end of a link of a dialect.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from './translated.fixture.ts';

const reason = 'a link to a journal or community that holds the work';

const related = (relatedIdentifier: string, relatedIdentifierType: string) =>
	translated(
		JSON.stringify({
			data: {
				attributes: {
					doi: '10.1234/a',
					types: { resourceTypeGeneral: 'Dataset' },
					relatedIdentifiers: [{ relationType: 'IsPartOf', relatedIdentifier, relatedIdentifierType }],
				},
			},
		}),
	);

describe('a link to what holds a work', () => {
	it('is left out and counted, be it a journal by its ISSN or a community of any repository', async () => {
		const holders = [
			['1234-5679', 'ISSN'],
			['https://zenodo.org/communities/things', 'URL'],
			['https://repository.example/communities/things/?page=2', 'URL'],
		] as const;
		for (const [id, type] of holders) {
			const { links, leftOut } = await related(id, type);
			assert.deepEqual(links, [], id);
			assert.deepEqual(leftOut, [reason], id);
		}
	});

	it('is left out of a table, too', async () => {
		const { links, leftOut } = await translated('source,relation,target\n10.1234/a,IsPublishedIn,issn:1234-5679\n', {
			provider: 'A Library',
		});
		assert.deepEqual([links, leftOut], [[], [reason]]);
	});

	it('is not one to a page below a community or to a part of a journal', async () => {
		const page = 'https://repository.example/communities/things/files/1';
		const { links } = await related(page, 'URL');
		assert.deepEqual(links, [`doi:10.1234/a IsPartOf url:${page}, DataCite`]);
	});
});
