import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestName } from './record-reading.ts';

const known = ['Source', 'Target', 'RelationshipType', 'LinkProvider', 'LinkPublicationDate', 'ID', 'IDURL', 'Name'];

describe('the nearest name', () => {
	it('is the one that differs by letter case, or by one or two letters', () => {
		for (const [name, meant] of Object.entries({
			source: 'Source',
			Sorce: 'Source',
			Sources: 'Source',
			Tagret: 'Target',
			LinkProviders: 'LinkProvider',
			linkpublicationdate: 'LinkPublicationDate',
			RelationType: undefined,
			RelationshipTpye: 'RelationshipType',
			id: 'ID',
			IDURI: 'IDURL',
			Nmae: 'Name',
			Neme: 'Name',
			Nomo: undefined,
		})) {
			assert.equal(nearestName(name, known), meant, name);
		}
	});

	it('is none where nothing is near', () => {
		for (const name of ['', 'x', 'Sauerkraut', '__proto__', 'S'.repeat(1_000_000)]) {
			assert.equal(nearestName(name, known), undefined, name.slice(0, 20));
		}
	});
});
