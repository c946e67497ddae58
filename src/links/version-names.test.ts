import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type NamedVersion, nameVersion, nameVersions } from './version-names.ts';
import { cutInside } from './words.ts';

const doi = (ID: string) => [{ ID, IDScheme: 'doi' }];
const software = { Type: { Name: 'software' } };
const of = (Title: string | undefined, more: Partial<NamedVersion> = {}): NamedVersion => ({
	Identifiers: doi('10.5555/rec.100'),
	Title,
	...software,
	...more,
});

describe('the name of a version', () => {
	it('is the version that is stated, with a letter that says what it is', () => {
		for (const [Edition, name] of Object.entries({
			'2.10.1': 'v2.10.1',
			'v2.10.1': 'v2.10.1',
			'Version 3': 'v3',
			'1.0rc1': 'v1.0rc1',
			'2021-06': '2021-06',
			'2021': '2021',
			'Release R4': 'Release R4',
			'2nd': '2nd edition',
			' nightly ': 'nightly',
		})) {
			assert.equal(nameVersion(of('Tide model v9', { Edition })), name, Edition);
		}
	});

	it('is the version in the title', () => {
		for (const [Title, name] of Object.entries({
			'reef/tide.js: tide.js v2.0.1': 'v2.0.1',
			'reef/tide.js: v1.2 - a hotfix': 'v1.2',
			'reef/tide.js: Release 1.4.0': 'v1.4.0',
			'Tide model, version 3': 'v3',
			'Tide model (v. 3.1)': 'v3.1',
			'Tide model 4.2.0': 'v4.2.0',
			'tide-model-4.2.0': 'v4.2.0',
			'Tide model (1.0rc1)': 'v1.0rc1',
			'Tide model [v5]': 'v5',
			'Tide model 2021.04.1': '2021.04.1',
			'Tide model 2021-04-30': '2021-04-30',
			'Tide data, ver 20210430': '20210430',
			'reef/tide: R1.2': 'R1.2',
			'reef/tide: tide 0.2-1': 'v0.2-1',
			'reef/tide: First release': 'First release',
		})) {
			assert.equal(nameVersion(of(Title)), name, Title);
		}
	});

	it('is no number that belongs to the title', () => {
		assert.equal(nameVersion(of('Web 2.0 and tides')), 'Web 2.0 and tides');
		const article = { Type: { Name: 'literature' } };
		assert.equal(nameVersion(of('Reading Web 2.0', article)), 'Reading Web 2.0');
		const names = nameVersions([
			of('The v2 protocol', { Identifiers: doi('10.5555/a'), PublicationDate: '2019-02-01' }),
			of('The v2 protocol', { Identifiers: doi('10.5555/b'), PublicationDate: '2020-02-01' }),
		]);
		assert.deepEqual(names, ['The v2 protocol (2019-02-01)', 'The v2 protocol (2020-02-01)']);
	});

	it('is the version in an identifier', () => {
		for (const [ID, name] of Object.entries({
			'arXiv:2101.00001v3': 'v3',
			'10.5555/figures.771.v2': 'v2',
			'10.5555/preprints.2083v1': 'v1',
			'10.5555/rs.3.rs-77/v4': 'v4',
			'10.5555/osf.io/ab3de_v2': 'v2',
			'https://git.example.org/reef/tide/tree/v1.2': 'v1.2',
			'https://git.example.org/reef/tide/releases/tag/release-1.2/': 'release-1.2',
			'https://git.example.org/reef/tide/archive/refs/tags/1.2.zip': 'v1.2',
			'https://git.example.org/reef/tide/tree/main': 'https://git.example.org/reef/tide/tree/main',
			'https://git.example.org/reef/tide/tree/3f2a9b1c': 'https://git.example.org/reef/tide/tree/3f2a9b1c',
			'https://packages.example.org/project/tide/2.2.3/': 'v2.2.3',
			'pkg:pypi/tide@2.2.3': 'v2.2.3',
			'10.5555/zenodo.100': '10.5555/zenodo.100',
		})) {
			assert.equal(nameVersion({ Identifiers: [{ ID, IDScheme: 'doi' }] }), name, ID);
		}
	});

	it('is the part of the title that the others do not have', () => {
		const names = nameVersions([
			of('Forest fires of 2019, daily', { Identifiers: doi('10.5555/a') }),
			of('Forest fires of 2020, daily', { Identifiers: doi('10.5555/b') }),
		]);
		assert.deepEqual(names, ['2019', '2020']);
	});

	it('is the title, or the main identifier where there is none', () => {
		assert.equal(nameVersion(of('Tide model')), 'Tide model');
		assert.equal(nameVersion(of(undefined)), '10.5555/rec.100');
	});

	it('keeps the end of a long title', () => {
		const name = nameVersion(of(`${'A long title '.repeat(20)}with an end`));
		assert.ok(name.length <= 60 && name.startsWith('A long') && name.endsWith('with an end'), name);
		assert.equal(cutInside('short', 60), 'short');
	});
});

describe('the names of a family', () => {
	it('have a date where they would be the same', () => {
		const names = nameVersions([
			of('tide v1', { Identifiers: doi('10.5555/a.1'), PublicationDate: '2019-02-01T10:00:00Z' }),
			of('tide v1', { Identifiers: doi('10.5555/a.2'), PublicationDate: '2019-03-01' }),
			of('tide v2', { Identifiers: doi('10.5555/a.3') }),
		]);
		assert.deepEqual(names, ['v1 (2019-02-01)', 'v1 (2019-03-01)', 'v2']);
	});

	it('have the end of an identifier where the dates are the same, and all of it where these are', () => {
		const date = { PublicationDate: '2019-02-01' };
		const of1 = (ID: string, IDScheme = 'doi') => of('tide v1', { Identifiers: [{ ID, IDScheme }], ...date });
		const other = of('tide v2');
		assert.deepEqual(nameVersions([of1('10.5555/a.1'), of1('10.5555/a.2'), other]), ['v1 (…1)', 'v1 (…2)', 'v2']);
		assert.deepEqual(nameVersions([of1('10.5555/a.1'), of1('10.5555/b.1'), other]), [
			'v1 (doi:10.5555/a.1)',
			'v1 (doi:10.5555/b.1)',
			'v2',
		]);
	});

	it('are never the same, and take time in proportion to their number', () => {
		const text = fc.constantFrom(undefined, 'tide v1', 'tide v2', 'tide', 'tide 2019', 'v1 (…1)');
		const version = fc.record({
			Title: text,
			Edition: text,
			PublicationDate: fc.constantFrom(undefined, '2019', '2020'),
		});
		fc.assert(
			fc.property(fc.array(version, { minLength: 1, maxLength: 30 }), (given) => {
				const family = given.map((one, at) => ({ ...one, Identifiers: doi(`10.5555/${at % 3}.${at}`) }));
				assert.equal(new Set(nameVersions(family)).size, family.length);
			}),
		);
		const hostile = of(`${'-.'.repeat(2_000)}${'v1 '.repeat(2_000)}`);
		assert.equal(nameVersions(Array.from({ length: 1_000 }, () => hostile)).length, 1_000);
	});
});
