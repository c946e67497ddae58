// Tests when an update has to run again after another: each rule alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupId, IdentifierKey, IndexChanges } from '../../../ports/search/index-content.ts';
import { asserted, family, groupOf, link, work } from '../../../ports/search/suite/search-index.fixture.ts';
import { type GroupKey, readGroupKey } from '../documents/document-ids.ts';
import { gatherChanges } from './changeset.ts';
import { createLookUps, footprintOf, mustRunAgain, type Place } from './footprint.ts';

type Update = Partial<IndexChanges> & {
	/** Where identifiers were found: `{ x: [1, 1] }`. */
	located?: Record<string, Place>;
	listed?: GroupId[];
	/** Objects that existed. */
	there?: GroupKey[];
	/** Other documents that were written. */
	written?: string[];
};

const doi = (key: string): IdentifierKey => ({ scheme: 'doi', key });

function footprint({ located = {}, listed = [], there = [], written = [], ...changes }: Update) {
	const [gathered, lookedUp] = [gatherChanges(), createLookUps()];
	for (const [key, place] of Object.entries(located)) lookedUp.locate(doi(key), place);
	lookedUp.list('version', listed);
	gathered.apply({ removed: [], objects: [], links: [], ...changes });
	const before = new Map(there.map((key) => [key, { identifiers: [], version: readGroupKey(key).group }]));
	const left = footprintOf(gathered.changeset(), { gathered, lookedUp, before, written });
	return { left, lookedUp };
}

function runsAgain(mine: Update, theirs: Update): boolean {
	const { left, lookedUp } = footprint(mine);
	return mustRunAgain(left, lookedUp, footprint(theirs).left);
}

/** Asserts that two updates must follow each other, whichever comes first. */
function assertMeet(one: Update, other: Update): void {
	assert.deepEqual([runsAgain(one, other), runsAgain(other, one)], [true, true]);
}

function assertPass(one: Update, other: Update): void {
	assert.deepEqual([runsAgain(one, other), runsAgain(other, one)], [false, false]);
}

const software = { type: 'software' } as const;
const [a, b, c] = [groupOf('A'), groupOf('B'), groupOf('C')];

describe('two updates', () => {
	it('are independent where they touch different works', () => {
		assertPass({ objects: [work('A'), work('B')], links: link('A Cites B') }, { objects: [work('C')] });
	});

	it('are independent where they add new links of one unchanged work', () => {
		const located = { B: [b, b] as const };
		assertPass({ located, links: link('A Cites B') }, { located, links: link('C Cites B') });
	});

	it('are independent where they are the first to add the same work', () => {
		const one = { located: { B: null }, objects: [work('A'), work('B')], links: link('A Cites B') };
		assertPass(one, { located: { B: null }, objects: [work('C'), work('B')], links: link('C Cites B') });
	});

	it('conflict where they move an identifier to different places', () => {
		assertMeet({ objects: [work('A', { dois: ['x'] })] }, { objects: [work('B', { dois: ['x'] })] });
		assertMeet({ located: { x: [a, a] } }, { located: { x: [a, c] } });
	});

	it('conflict where one adds an identifier that the other did not find and does not add', () => {
		assertMeet({ objects: [work('A')] }, { located: { A: null } });
	});

	it('conflict where one brings a member into a group whose members the other has listed before', () => {
		const joining = { objects: [work('A', { version: 'V' })] };
		assert.equal(runsAgain({ listed: [groupOf('V')] }, joining), true);
		// What listed them was committed before, and the member has an entry of its own.
		assert.equal(runsAgain(joining, { listed: [groupOf('V')] }), false);
	});

	it('conflict where they write different states of an object', () => {
		assertMeet({ objects: [family('V')] }, { objects: [family('V', software)] });
		assertMeet({ objects: [family('V')] }, { removed: [{ level: 'version', group: groupOf('V') }] });
	});

	it('conflict where they write different histories of a link', () => {
		assertMeet({ links: link('A Cites B', asserted('2015')) }, { links: link('A Cites B', asserted('2016')) });
		assertPass({ links: link('A Cites B') }, { links: link('A Cites B') });
	});

	it('conflict where one writes a link and the other changes its end', () => {
		const restating: Update = { objects: [work('B', software)], there: [`i${b}`] };
		assertMeet({ links: link('A Cites B') }, restating);
		assertPass({ links: link('A Cites B'), ...restating }, restating);
	});

	it('conflict where one writes a link and the other has cleared its end and does not write it', () => {
		const clearing: Update = { removed: [{ level: 'version', group: b }] };
		const cleared = { ...clearing, links: link('A Cites B') };
		assertMeet({ links: link('A Cites B') }, clearing);
		assertMeet({ links: link('A Cites B', asserted('2016')) }, cleared);
	});

	it('conflict where a link shows a member that the other writes', () => {
		const via = [{ source: c, target: b, history: [asserted('2015')] }];
		const showing = { links: link('A Cites B').map((one) => ({ ...one, via })) };
		assertMeet(showing, { objects: [work('C')] });
		assertPass({ ...showing, objects: [work('C')] }, { objects: [work('C')] });
	});

	it('conflict where one has rewritten what the other writes or has rewritten', () => {
		const rewriting: Update = { written: [`i${a}-cites-${b}`] };
		assertMeet(rewriting, { links: link('A Cites B') });
		assertMeet(rewriting, rewriting);
		assertPass(rewriting, { links: link('A Cites C') });
		assertMeet({ written: [`v${a}`] }, { objects: [family('A')] });
		// The number of citations is a part of its document.
		assertMeet({ written: [`i${b}`] }, { links: link('C Cites B') });
	});
});
