// Tests when an update has to run again after another: each rule alone.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupId, IdentifierKey, IndexChanges } from '../../../ports/search/index-content.ts';
import { family, groupOf, link, said, work } from '../../../ports/search/suite/search-index.fixture.ts';
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
	it('pass each other where they touch different works', () => {
		assertPass({ objects: [work('A'), work('B')], links: link('A Cites B') }, { objects: [work('C')] });
	});

	it('pass each other where they give new links of one work that stays as it is', () => {
		const located = { B: [b, b] as const };
		assertPass({ located, links: link('A Cites B') }, { located, links: link('C Cites B') });
	});

	it('pass each other where they are the first to give the same work', () => {
		const one = { located: { B: null }, objects: [work('A'), work('B')], links: link('A Cites B') };
		assertPass(one, { located: { B: null }, objects: [work('C'), work('B')], links: link('C Cites B') });
	});

	it('meet where they leave an identifier at different places', () => {
		assertMeet({ objects: [work('A', { dois: ['x'] })] }, { objects: [work('B', { dois: ['x'] })] });
		assertMeet({ located: { x: [a, a] } }, { located: { x: [a, c] } });
	});

	it('meet where one gives an identifier that the other did not find and does not give', () => {
		assertMeet({ objects: [work('A')] }, { located: { A: null } });
	});

	it('meet where one brings a member into a group whose members the other has listed before', () => {
		const joining = { objects: [work('A', { version: 'V' })] };
		assert.equal(runsAgain({ listed: [groupOf('V')] }, joining), true);
		// What listed them was committed before, and the member has an entry of its own.
		assert.equal(runsAgain(joining, { listed: [groupOf('V')] }), false);
	});

	it('meet where they give different states of an object', () => {
		assertMeet({ objects: [family('V')] }, { objects: [family('V', software)] });
		assertMeet({ objects: [family('V')] }, { removed: [{ level: 'version', group: groupOf('V') }] });
	});

	it('meet where they give different histories of a link', () => {
		assertMeet({ links: link('A Cites B', said('2015')) }, { links: link('A Cites B', said('2016')) });
		assertPass({ links: link('A Cites B') }, { links: link('A Cites B') });
	});

	it('meet where one gives a link and the other restates its end', () => {
		const restating: Update = { objects: [work('B', software)], there: [`i${b}`] };
		assertMeet({ links: link('A Cites B') }, restating);
		assertPass({ links: link('A Cites B'), ...restating }, restating);
	});

	it('meet where one gives a link and the other has cleared its end and does not give it', () => {
		const clearing: Update = { removed: [{ level: 'version', group: b }] };
		const cleared = { ...clearing, links: link('A Cites B') };
		assertMeet({ links: link('A Cites B') }, clearing);
		assertMeet({ links: link('A Cites B', said('2016')) }, cleared);
	});

	it('meet where a link shows a member that the other gives', () => {
		const via = [{ source: c, target: b, history: [said('2015')] }];
		const showing = { links: link('A Cites B').map((one) => ({ ...one, via })) };
		assertMeet(showing, { objects: [work('C')] });
		assertPass({ ...showing, objects: [work('C')] }, { objects: [work('C')] });
	});

	it('meet where one has written again what the other gives or has written again', () => {
		const rewriting: Update = { written: [`i${a}-cites-${b}`] };
		assertMeet(rewriting, { links: link('A Cites B') });
		assertMeet(rewriting, rewriting);
		assertPass(rewriting, { links: link('A Cites C') });
		assertMeet({ written: [`v${a}`] }, { objects: [family('A')] });
		// The number of citations is a part of its document.
		assertMeet({ written: [`i${b}`] }, { links: link('C Cites B') });
	});
});
