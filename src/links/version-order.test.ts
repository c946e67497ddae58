import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sortVersions } from './version-order.ts';

const version = (VersionName: string, PublicationDate?: string) => ({
	...{ VersionName, PublicationDate },
	Identifiers: [{ ID: `10.5555/${VersionName}${PublicationDate}`, IDScheme: 'doi' }],
});
const namesOf = (sorted: readonly { VersionName: string }[]) => sorted.map(({ VersionName }) => VersionName);

describe('the order of versions', () => {
	it('is that of their numbers, the newest first', () => {
		const newestFirst = [
			...['v10', 'release-3.1', 'v2.10', 'v2.9', '2.0.post1', '2.0', '2.0rc2', '2.0rc1', '2.0b3'],
			...['2.0a1', '2.0.dev4', 'v1.0.2g', 'v1.0.2f', 'v1.0.2', 'v1.0.0-beta.11', 'v1.0.0-beta.2', 'v1.0.0-alpha'],
		];
		assert.deepEqual(namesOf(sortVersions(newestFirst.map((name) => version(name)).reverse())), newestFirst);
	});

	it('is that of dates in names', () => {
		const newestFirst = ['2021-10-02', '2021-9-30', '2020-12', '2019'];
		assert.deepEqual(namesOf(sortVersions(newestFirst.map((name) => version(name)).reverse())), newestFirst);
	});

	it('puts versions without a number after them, by date, those without one last', () => {
		const sorted = sortVersions([
			version('Without a date'),
			version('A title of 2019', '2019-05-01'),
			version('Another title', '2020'),
			version('v1', '2001'),
		]);
		assert.deepEqual(namesOf(sorted), ['v1', 'Another title', 'A title of 2019', 'Without a date']);
	});

	it('takes no identifier for a number', () => {
		const named = { VersionName: '20190101', Identifiers: [{ ID: '20190101', IDScheme: 'pmid' }] };
		assert.deepEqual(namesOf(sortVersions([named, version('v1')])), ['v1', '20190101']);
	});

	it('uses the date where numbers are equal', () => {
		const sorted = sortVersions([version('v1.0 (2019-01-01)', '2019-01-01'), version('v1 (2020-01-01)', '2020-01-01')]);
		assert.deepEqual(namesOf(sorted), ['v1 (2020-01-01)', 'v1.0 (2019-01-01)']);
	});

	it('is total: whatever the order before, it is the same after, for any names', () => {
		const part = fc.constantFrom('0', '1', '01', '10', '2', 'rc', 'a', 'b', 'g', 'dev', '.', '-', 'v', ' ', '(', 'é');
		const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
		const date = fc.constantFrom(undefined, '2019', '2019-06', '2020', 'no date');
		const family = fc.uniqueArray(fc.tuple(name, date), { selector: ([of, on]) => `${of}${on}`, maxLength: 12 });
		const shuffled = family.chain((all) =>
			fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
		);
		fc.assert(
			fc.property(shuffled, ([one, other]) => {
				const sort = (given: readonly (readonly [string, string | undefined])[]) =>
					sortVersions(given.map(([of, on]) => version(of, on)));
				assert.deepEqual(sort(one), sort(other));
			}),
			{ numRuns: 500 },
		);
	});
});
