import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseVersionHead, type VersionMember } from './version-head.ts';

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
