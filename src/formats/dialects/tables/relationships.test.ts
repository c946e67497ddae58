// Tests that the relationships in a broker's own CSV are read as they were written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Description } from '../../../links/description.ts';
import { linkHistory } from '../../../links/provenance.ts';
import { searchRelations } from '../../../links/relation.ts';
import { csvLine, withoutGuard } from '../../csv/csv.ts';
import { describeObject } from '../../scholix/writing/object-document.ts';
import type { AnswerItem, AnswerObject } from '../../scholix/writing/write-answers.ts';
import { createExportWriter } from '../../write-exports.ts';
import { translated } from '../translated.fixture.ts';

function object(description: Description, ...identifiers: [scheme: string, value: string][]): AnswerObject {
	const shown = identifiers.map(([scheme, value]) => ({ scheme, value }));
	return { ...describeObject(shown, description), versions: '' };
}

const asked = object({ Title: 'A Tool' }, ['doi', '10.1234/tool'], ['ascl', '1801.001']);
const paper = object(
	{
		Title: '-1 or "+1"; =a question',
		Type: { Name: 'literature' },
		Creator: [{ Name: 'Doe, Ada' }, { Name: 'Smith and Sons' }],
		PublicationDate: '2016-05-03',
		Container: { Title: 'Things', ISSN: ['1234-5679', '2345-6787'], Volume: '12', Issue: '3', Pages: '101-110' },
		Edition: '2nd',
		PublisherPlace: 'Graz',
		Publisher: [{ Name: 'A Press' }, { Name: 'Another Press' }],
	},
	['doi', '10.1234/a;b'],
	['url', 'https://press.example/a?x=1'],
	['pmid', '1234567'],
);
const named = 'doi:10.1234/a;b = url:https://press.example/a?x=1 = pmid:1234567';

const one = linkHistory([{ provider: 'A Hub', date: '2018-01-01' }]);
const two = linkHistory([
	{ provider: 'A Hub', date: '2018-01-01' },
	{ provider: 'Another Hub', date: '2016-05' },
]);

/** Reads what the writer makes of relationships of the asked work. */
function readBack(items: readonly Partial<AnswerItem>[]) {
	const writer = createExportWriter('csv', asked);
	const rows = items.flatMap((item) => [
		...writer.item({ relation: 'isCitedBy', object: paper, history: one, ...item }),
	]);
	return translated(`\uFEFF${[writer.begin(), ...rows, writer.end()].join('')}`);
}

describe('the CSV of relationships', () => {
	it('needs no provider, and has a link of each of its providers with all identifiers', async () => {
		const { dialect, links, leftOut } = await readBack([{ history: two }]);
		assert.equal(dialect, 'relationships');
		assert.deepEqual(links, [
			`doi:10.1234/tool IsReferencedBy ${named}, 2018-01-01, A Hub`,
			`doi:10.1234/tool IsReferencedBy ${named}, 2016-05, Another Hub`,
		]);
		assert.deepEqual(leftOut, []);
	});

	it('has every relation from the asked work to the other one', async () => {
		const { links } = await readBack(searchRelations.map((relation) => ({ relation })));
		assert.deepEqual(
			links.map((link) => link.split(' ')[1]),
			['References', 'IsReferencedBy', 'IsSupplementTo', 'IsSupplementedBy', 'IsRelatedTo'],
		);
	});

	it('describes the other work as it was described, without the apostrophes before formulas', async () => {
		const described = (await readBack([{}])).object('pmid:1234567');
		assert.deepEqual(described, {
			...{ Type: { Name: 'literature' }, Title: '-1 or "+1"; =a question', PublicationDate: '2016-05-03' },
			...{ Creator: [{ Name: 'Doe, Ada' }, { Name: 'Smith and Sons' }] },
			...{ Publisher: [{ Name: 'A Press' }, { Name: 'Another Press' }], Edition: '2nd', PublisherPlace: 'Graz' },
			Container: { Title: 'Things', ISSN: ['1234-5679', '2345-6787'], Volume: '12', Issue: '3', Pages: '101-110' },
		});
	});

	it('has the first and the last date of one provider, and its words', async () => {
		const dates = await readBack([
			{
				history: linkHistory([
					{ provider: 'A Hub', date: '2018-01-01' },
					{ provider: 'A Hub', date: '2016', subType: 'IsReferencedBy' },
				]),
			},
		]);
		assert.deepEqual(
			dates.links.map((link) => link.replace(named, 'it')),
			[
				'doi:10.1234/tool IsReferencedBy (IsReferencedBy) it, 2018-01-01, A Hub',
				'doi:10.1234/tool IsReferencedBy (IsReferencedBy) it, 2016, A Hub',
			],
		);
		const words = await readBack([
			{
				relation: 'isRelatedTo',
				history: linkHistory(['HasPart', 'inspires'].map((subType) => ({ provider: 'A Hub', date: '2016', subType }))),
			},
		]);
		assert.deepEqual(
			words.links.map((link) => link.replace(named, 'it')),
			[
				'doi:10.1234/tool IsRelatedTo (HasPart) it, 2016, A Hub',
				'doi:10.1234/tool IsRelatedTo (inspires) it, 2016, A Hub',
			],
		);
	});

	it('links the versions that it names, where it says who linked them', async () => {
		const version = (ID: string) => JSON.stringify([{ ID, IDScheme: 'doi' }]);
		const pair = (source: string, target: string) => ({
			source: version(source),
			target: version(target),
			history: [],
		});
		const via = (...links: ReturnType<typeof pair>[]) =>
			({ links, total: links.length }) as unknown as NonNullable<AnswerItem['via']>;
		const known = await readBack([{ via: via(pair('10.1234/tool', '10.1234/a;b')), history: two }]);
		assert.equal(known.links[1], `doi:10.1234/tool IsReferencedBy ${named}, 2016-05, Another Hub`);
		const several = via(pair('10.1234/tool.v1', '10.1234/a.v1'), pair('10.1234/tool.v2', '10.1234/a.v2'));
		const { links, object: described, translation } = await readBack([{ via: several }]);
		assert.equal(translation.described, 1);
		assert.deepEqual(
			links.filter((link) => link.includes('IsReferencedBy')),
			[1, 2].map((at) => `doi:10.1234/tool.v${at} IsReferencedBy doi:10.1234/a.v${at}, 2018-01-01, A Hub`),
		);
		assert.equal(described('pmid:1234567')?.Edition, '2nd');
		const { leftOut } = await readBack([{ via: several, history: two }]);
		assert.deepEqual(leftOut, ['IsReferencedBy: several providers of links between several versions']);
	});

	it('may have been edited: rows that name nothing are left out, and wrong dates reported', async () => {
		const { links, leftOut } = await translated(
			'source_id,relation,id,last_link_date,providers,identifiers\n10.1234/a,cites,,2024,A Hub,\n' +
				'10.1234/a,cites,10.1234/b,31.12.2023,A Hub,\n10.1234/a,cites,10.1234/c,soon,A Hub,\n',
		);
		assert.deepEqual(links, [
			'doi:10.1234/a References doi:10.1234/b, 2023-12-31, A Hub',
			'doi:10.1234/a References doi:10.1234/c, A Hub',
		]);
		assert.deepEqual(leftOut.toSorted(), [
			'a row without two identifiers and a relation',
			'not a date in column 4 (last_link_date)',
		]);
	});
});

describe('the apostrophe before a formula', () => {
	it('is taken off again, wherever it was put', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[=+@;\s"ab]{0,12}$/), (text) => {
				const cell = csvLine([text]).slice(0, -2);
				const written = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
				assert.equal(withoutGuard(written), text);
			}),
		);
	});
});
