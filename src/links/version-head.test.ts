import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Description } from './description.ts';
import { chooseVersionHead, describeVersionGroup, type VersionMember } from './version-head.ts';

function member(name: string, PublicationDate?: string): VersionMember {
	return {
		group: name.charCodeAt(0),
		identifiers: [{ scheme: 'doi', value: name, key: name.toLowerCase() }],
		description: PublicationDate === undefined ? {} : { PublicationDate },
	};
}

/** Reads `A hasVersion B` into the groups that are versions of each group. */
function versions(...statements: string[]): Map<number, Set<number>> {
	const versionsOf = new Map<number, Set<number>>();
	for (const statement of statements) {
		const [source = '', , target = ''] = statement.split(' ');
		const known = versionsOf.getOrInsertComputed(source.charCodeAt(0), () => new Set());
		known.add(target.charCodeAt(0));
	}
	return versionsOf;
}

function headOf(members: readonly VersionMember[], ...statements: string[]): string | undefined {
	return chooseVersionHead(members, versions(...statements)).identifiers[0]?.value;
}

describe('The head of a Version group', () => {
	it('is the work that is no version of another', () => {
		const members = [member('A', '2001'), member('B', '2002'), member('C', '2003')];
		assert.equal(headOf(members, 'C hasVersion A', 'C hasVersion B'), 'C');
		assert.equal(headOf(members, 'C hasVersion B', 'B hasVersion A'), 'C');
	});

	it('is, of several such works, the one with the most versions', () => {
		const members = [member('A', '2001'), member('B', '2002'), member('C'), member('D')];
		assert.equal(headOf(members, 'A hasVersion C', 'B hasVersion C', 'B hasVersion D'), 'B');
	});

	it('is then the one that was published first, one without a date last', () => {
		const members = [member('A'), member('B', '2002-01-01'), member('C', '2001-12'), member('D')];
		assert.equal(headOf(members, 'A hasVersion D', 'B hasVersion D', 'C hasVersion D'), 'C');
	});

	it('is then the one with the smallest identifier', () => {
		for (const date of [undefined, '2001']) {
			const members = [member('B', date), member('A', date), member('C')];
			assert.equal(headOf(members, 'A hasVersion C', 'B hasVersion C'), 'A');
		}
	});

	it('is chosen among all where each is a version of another', () => {
		const members = [member('A', '2002'), member('B', '2001')];
		assert.equal(headOf(members, 'A hasVersion B', 'B hasVersion A'), 'B');
	});

	it('does not depend on the order of the members', () => {
		const members = ['A', 'B', 'C', 'D'].map((name, at) => member(name, [undefined, '2001', '2001'][at]));
		const statement = fc.tuple(fc.constantFrom(...'ABCD'), fc.constantFrom(...'ABCD'));
		fc.assert(
			fc.property(fc.array(statement), fc.shuffledSubarray(members, { minLength: 4 }), (pairs, shuffled) => {
				const statements = pairs.filter(([one, other]) => one !== other).map((pair) => pair.join(' hasVersion '));
				assert.equal(headOf(shuffled, ...statements), headOf(members, ...statements));
			}),
		);
	});
});

describe('The description of a Version group', () => {
	const described = (name: string, description: Description): VersionMember => ({ ...member(name), description });
	const head = described('A', { Title: 'All versions', Keywords: ['own'] });
	const old = described('B', {
		Title: 'Old',
		Creator: [{ Name: 'Ada' }],
		Container: { Title: 'An old journal' },
		Publisher: [{ Name: 'Old' }],
		PublicationDate: '2015',
	});
	const recent = described('C', {
		Title: 'Recent',
		Publisher: [{ Name: 'Recent' }],
		Keywords: ['recent'],
		PublicationDate: '2016-02',
		Type: { Name: 'software', SubType: 'library' },
	});

	it('is field by field that of the head, else that of the newest member that has one', () => {
		for (const members of [
			[head, old, recent],
			[recent, old, head],
		]) {
			assert.deepEqual(describeVersionGroup(head, members), {
				Title: 'All versions',
				Creator: [{ Name: 'Ada' }],
				PublicationDate: '2016-02',
				Type: { Name: 'software', SubType: 'library' },
				Publisher: [{ Name: 'Recent' }],
				Keywords: ['own'],
				Container: { Title: 'An old journal' },
			});
		}
	});

	it('is of members without a date only where none with one has the field', () => {
		const undated = described('Z', { Title: 'Undated', Creator: [{ Name: 'Undated' }], Type: { Name: 'literature' } });
		const { Creator, Type } = describeVersionGroup(head, [undated, head, old, described('Y', {})]);
		assert.deepEqual([Creator, Type], [[{ Name: 'Ada' }], { Name: 'literature' }]);
	});

	it('is of several of one date that of the member with the largest identifier', () => {
		const two = ['B', 'C'].map((name) => described(name, { Creator: [{ Name: name }], PublicationDate: '2015-01' }));
		assert.deepEqual(describeVersionGroup(head, [...two, head]).Creator, [{ Name: 'C' }]);
		const [b, c] = two as [VersionMember, VersionMember];
		const larger = { ...b, identifiers: [...b.identifiers, ...member('D').identifiers] };
		assert.deepEqual(describeVersionGroup(head, [larger, c, head]).Creator, [{ Name: 'B' }]);
	});
});
