import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupRelation, SearchRelation } from '../../links/relation.ts';
import { builtInDefinitions, type Definition, relationsCounted } from './definitions.ts';

const ofName = (name: string) => builtInDefinitions.find((one) => one.name === name) as Definition;
const counted = (relations: readonly GroupRelation[] | null, asked?: SearchRelation) =>
	relationsCounted({ relations }, asked)?.map(({ relation }) => relation);

describe('the relations that a definition counts', () => {
	it('are those that are asked for, where it names none', () => {
		assert.equal(counted(null, 'isCitedBy'), undefined);
		assert.equal(counted(null), undefined);
	});

	it('are citations in the direction that is asked for', () => {
		assert.deepEqual(counted(['Cites'], 'isCitedBy'), ['isCitedBy']);
		assert.deepEqual(counted(['Cites'], 'cites'), ['cites']);
		assert.deepEqual(counted(['Cites']), ['cites', 'isCitedBy']);
	});

	it('hold, as at DataCite, that an article cites the data set that is its supplement', () => {
		const { relations } = ofName('datacite');
		assert.deepEqual(counted(relations, 'isCitedBy'), ['isCitedBy', 'isSupplementTo']);
		assert.deepEqual(counted(relations, 'cites'), ['cites', 'isSupplementedBy']);
	});

	it('hold other links from either end', () => {
		assert.deepEqual(counted(['Cites', 'IsRelatedTo'], 'isCitedBy'), ['isCitedBy', 'isRelatedTo']);
		assert.deepEqual(counted(['IsSupplementTo'], 'isCitedBy'), ['isSupplementTo']);
	});

	it('are one alone, where that is asked for, or nothing', () => {
		assert.deepEqual(counted(['Cites', 'IsSupplementTo'], 'isSupplementTo'), ['isSupplementTo']);
		assert.deepEqual(counted(['Cites'], 'isSupplementTo'), []);
	});
});

describe('the built-in definitions', () => {
	it('have names of their own, and count relations and levels that there are', () => {
		assert.equal(new Set(builtInDefinitions.map(({ name }) => name)).size, builtInDefinitions.length);
		for (const { name, levels, words } of builtInDefinitions) {
			assert.match(name, /^[a-z]+$/);
			assert.ok(levels.length > 0 && words.endsWith('.'), name);
		}
	});
});
