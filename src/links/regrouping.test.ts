import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planRegrouping } from './grouping.ts';

/** Places identifiers as `id:identity:version`; where nothing follows an id it is alone. */
function placed(...texts: string[]) {
	return texts.map((text) => {
		const [id = 0, identity = id, version = id] = text.split(':').map(Number);
		return { id, identity, version, alone: !text.includes(':') };
	});
}

function regrouped(members: string[], identity: [number, number][], version: [number, number][] = []) {
	const { places, ...counts } = planRegrouping(placed(...members), { identity, version });
	return {
		...counts,
		places: places.map(({ id, identity, version, alone }) => (alone ? `${id}` : `${id}:${identity}:${version}`)),
	};
}

describe('a group that is planned anew', () => {
	it('stays as it is where all of it still holds together', () => {
		const members = placed('1:1:1', '2:1:1', '3:3:1');
		const { places } = planRegrouping(members, { identity: [[2, 1]], version: [[3, 2]] });
		assert.ok(places.every((place, at) => place === members[at]));
	});

	it('parts into what still holds together, at both levels', () => {
		assert.deepEqual(regrouped(['1:1:1', '2:1:1', '3:1:1', '4:4:1'], [[2, 3]], [[1, 4]]), {
			places: ['1:1:1', '2:2:2', '3:2:2', '4:4:1'],
			splitGroups: 2,
			mergedGroups: 0,
		});
	});

	it('leaves those alone that nothing joins', () => {
		assert.deepEqual(regrouped(['1:1:1', '2:1:1'], []).places, ['1', '2']);
	});

	it('keeps its name where the identifier that it is named after lies in it, else takes the smallest', () => {
		assert.deepEqual(
			regrouped(
				['5:7:7', '6:7:7', '7:7:7', '8:7:7'],
				[
					[7, 8],
					[5, 6],
				],
			).places,
			['5:5:5', '6:5:5', '7:7:7', '8:7:7'],
		);
		// What it was named after was removed.
		assert.deepEqual(regrouped(['5:9:9', '6:9:9'], [[5, 6]]).places, ['5:5:5', '6:5:5']);
	});

	it('takes the name that most members have where groups become one', () => {
		assert.deepEqual(
			regrouped(
				['1', '2:2:2', '3:2:2'],
				[
					[1, 2],
					[2, 3],
				],
			),
			{
				places: ['1:2:2', '2:2:2', '3:2:2'],
				splitGroups: 0,
				mergedGroups: 2,
			},
		);
	});
});
