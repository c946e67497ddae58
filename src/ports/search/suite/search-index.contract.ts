// The suite of the search index: a test for each sentence of its contract, run on every engine.
import { after, describe, it } from 'node:test';
import { describeFilters } from './filters.contract.ts';
import { describeFlags } from './flags.contract.ts';
import { describeGenerations } from './index-generations.contract.ts';
import { describeInspection } from './inspection.contract.ts';
import { describeLinksFound } from './links-found.contract.ts';
import { describeObjects } from './objects.contract.ts';
import { describeOverlaps } from './overlaps.contract.ts';
import { describePages } from './pages.contract.ts';
import { describeProperties } from './random-worlds.contract.ts';
import { type Case, type OpenedIndex, type OpenIndex, put } from './search-index.fixture.ts';
import { describeWriting } from './search-writer.contract.ts';
import { describeSorting } from './sorting.contract.ts';
import { describeVia } from './via.contract.ts';
import { describeWithdrawing } from './withdrawing.contract.ts';
import { describeWording } from './wording.contract.ts';
import { describeWorksBound } from './works-bound.contract.ts';
import { describeWorksFound } from './works-found.contract.ts';

/**
 * `skip`: why an engine cannot be tested here; `worlds`: how many random histories are tried, fewer
 * where each takes long; `readingAlone`: for engines that differ only in reading.
 */
export type SuiteOptions = { skip?: string | false; worlds?: number; readingAlone?: boolean };

/** Tests an engine; `open` makes a fresh, empty index each time. */
export function describeSearchIndex(
	name: string,
	open: OpenIndex,
	{ skip = false, worlds = 40, readingAlone = false }: SuiteOptions = {},
): void {
	const onFresh = (sentence: string, test: Parameters<Case>[1]) => {
		it(sentence, async () => {
			const { index, reopen, countKept, close } = await open();
			try {
				await test(index, reopen, countKept);
			} finally {
				await close();
			}
		});
	};
	const reading: Case['reading'] = (content) => {
		let filled: Promise<OpenedIndex> | undefined;
		const fill = async () => {
			const opened = await open();
			await put(opened.index, content);
			return opened;
		};
		after(async () => (await filled)?.close());
		return (sentence, test) => {
			it(sentence, async () => {
				filled ??= fill();
				await test((await filled).index);
			});
		};
	};
	const on: Case = Object.assign(onFresh, { reading });
	describe(name, { skip }, () => {
		describe('reading', () => {
			describeLinksFound(on);
			describePages(on);
			describe('sorting', () => describeSorting(on));
			describeFilters(on);
			describe('flags', () => describeFlags(on));
			describeVia(on);
			describeWording(on);
			describeObjects(on);
			describeWorksFound(on);
			describeWorksBound(on);
		});
		describe('properties', () => describeProperties(open, worlds));
		if (readingAlone) return;
		describe('writing', () => {
			describeWriting(on);
			describeOverlaps(on);
			describeWithdrawing(on);
		});
		describe('building', () => describeGenerations(on));
		describe('inspection', () => describeInspection(on));
	});
}
