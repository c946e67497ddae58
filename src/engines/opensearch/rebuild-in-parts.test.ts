// Tests rebuilds in parts on a real cluster: several processes at once, lost documents, and
// programs of two formats.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { assertSound } from '../../broker/doctor/sound.fixture.ts';
import { given, send } from '../../broker/graph.fixture.ts';
import { rebuildIndex } from '../../broker/indexing/rebuild-index.ts';
import type { RebuildOptions } from '../../broker/indexing/rebuild-options.ts';
import { updateIndex } from '../../broker/indexing/update-index.ts';
import { systemClock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { work } from '../../ports/search/suite/search-index.fixture.ts';
import type { RebuildPhase } from '../../store/rebuild-parts.ts';
import { openTestRecords, type TestRecords } from '../sqlite/records/sqlite-records.fixture.ts';
import { type FreshIndex, openFreshIndex, skipOpenSearch } from './cluster.fixture.ts';
import { indexFormats } from './documents/fields.ts';

const idsPerPart = 40;

/** Divides the build into small parts, and runs something before a phase is opened. */
function inSmallParts(index: SearchIndex, before: (phase: RebuildPhase) => Promise<void> = async () => undefined) {
	const inParts = index.inParts as NonNullable<SearchIndex['inParts']>;
	const open: SearchIndex['open'] = async (generation, phase, attempt) => {
		await before(phase);
		return index.open(generation, phase, attempt);
	};
	return { ...index, open, inParts: { ...inParts, idsPerPart: () => idsPerPart } };
}

describe('a rebuild in parts on OpenSearch', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let stored: TestRecords;
	beforeEach(async () => {
		fresh = await openFreshIndex({ shards: 2 });
		stored = await openTestRecords();
		const works = Array.from({ length: 60 }, (_, at) => `A${at} cites B${at % 7}`);
		const families = Array.from({ length: 20 }, (_, at) => `A${at} hasVersion V${at}`);
		const same = Array.from({ length: 10 }, (_, at) => `A${at + 30} = C${at}`);
		await send(stored.records, given(...works, ...families, ...same, 'A1 relatesTo V3', 'A2 relatesTo B1'));
	});
	afterEach(async () => {
		await fresh.close();
		await stored.close();
	});

	const rebuild = (index: SearchIndex, more: Partial<RebuildOptions> = {}) =>
		rebuildIndex(stored.records, index, {
			...{ destroy: false, clock: systemClock, leaseMilliseconds: 10_000 },
			onProgress: () => undefined,
			...more,
		});
	const updateAll = async () => {
		while ((await updateIndex(stored.records, fresh.index)) > 0);
	};

	it('is shared by several processes, and includes what came meanwhile', async () => {
		let came: Promise<unknown> | undefined;
		const before = async (phase: RebuildPhase) => {
			if (phase === 'links') came ??= send(stored.records, given('A0 = A1', 'B0 = Z', 'N cites A40', 'V2 = V3'));
			await came;
		};
		const indexes = await Promise.all([fresh.reopen(), fresh.reopen()]);
		await Promise.all(indexes.map((index) => rebuild(inSmallParts(index, before))));
		assert.equal(await fresh.index.generation(), await stored.records.currentGeneration());
		await updateAll();
		await assertSound(stored.records, fresh.index);
	});

	it('keeps the links of a family whose number is that of none of its works', async () => {
		// P gives its number to the family, and then becomes one work with the larger X.
		for (const links of [['P hasVersion Q', 'P hasVersion R'], ['X = Y', 'X = Z'], ['P = X'], ['N cites Q']]) {
			await send(stored.records, given(...links));
		}
		await rebuild(inSmallParts(fresh.index));
		await assertSound(stored.records, fresh.index);
	});

	it('begins again, and reports it, where documents are lost before the switch', async () => {
		let isLost = false;
		const index = inSmallParts(fresh.index, async (phase) => {
			if (phase !== 'changes' || isLost) return;
			isLost = true;
			const generation = (await stored.records.rebuildProgress())?.generation;
			const name = `/${fresh.prefix}-g${generation}`;
			await fresh.call('POST', `${name}/_refresh`);
			await fresh.call('POST', `${name}/_delete_by_query`, { query: { term: { relation: 'isCitedBy' } }, max_docs: 3 });
		});
		const words: string[] = [];
		await rebuild(index, { onIncident: (incident) => words.push(incident) });
		assert.deepEqual(words, [
			'The search index has lost 3 documents of the generation that was built. It starts over.',
		]);
		await assertSound(stored.records, fresh.index);
	});

	it('continues after it was stopped, at once and in another process', async () => {
		const stopping = new AbortController();
		const first = inSmallParts(fresh.index, async (phase) => {
			if (phase === 'links') stopping.abort();
		});
		await assert.rejects(rebuild(first, { signal: stopping.signal }));
		const underWay = await stored.records.rebuildProgress();
		assert.deepEqual([underWay?.parts.objects.waiting, underWay?.parts.links.building], [0, 0]);
		const phases = new Set<RebuildPhase>();
		const noting = inSmallParts(await fresh.reopen(), async (phase) => void phases.add(phase));
		await rebuild(noting);
		assert.deepEqual([...phases], ['links', 'ranks', 'changes']);
		assert.equal(await stored.records.currentGeneration(), underWay?.generation);
		await assertSound(stored.records, fresh.index);
	});

	it('refuses the writes of a process that was considered dead', async () => {
		const { index } = fresh;
		await index.begin(2);
		const late = await index.open(2, 'objects', 1);
		for (const phase of ['links', 'ranks', 'changes'] as const) await index.open(2, phase, 1);
		await late.addObjects([work('A')]);
		await assert.rejects(late.flush(), { code: 'unavailable' });
	});

	it('is not begun by an older program over what a newer one has built, unless that is to be destroyed', async () => {
		await rebuild(fresh.index);
		const generation = await fresh.index.generation();
		const name = `/${fresh.prefix}-g${generation}`;
		await fresh.call('PUT', `${name}/_mapping`, { _meta: { format: indexFormats.written + 1, syncToken: 'newer' } });
		const isNewer = (error: unknown) => hasCode(error, 'index-behind') && /newer version/.test(error.message);
		await assert.rejects(rebuild(fresh.index), isNewer);
		await assert.rejects(fresh.index.syncToken(), isNewer);
		assert.deepEqual([await fresh.index.generation(), await stored.records.rebuildProgress()], [generation, null]);
		await rebuild(fresh.index, { destroy: true });
		await assertSound(stored.records, fresh.index);
	});

	it('of a newer program is not joined', async () => {
		const { inParts } = fresh.index;
		assert.ok(inParts);
		const newer = { ...fresh.index, inParts: { ...inParts, format: indexFormats.written + 1 } };
		const stopping = new AbortController();
		const stopped = inSmallParts(newer, async () => stopping.abort());
		await assert.rejects(rebuild(stopped, { signal: stopping.signal }));
		await assert.rejects(rebuild(fresh.index), (error) => hasCode(error, 'index-behind'));
		await rebuild(newer);
	});
});
