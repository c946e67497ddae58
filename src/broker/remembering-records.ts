// Remembers what one transaction has found or created, for the events that it applies one after the other; knows no engine and no event.
import type { Identifier } from '../identifiers/index.ts';
import type { DigestedText } from '../links/digested-text.ts';
import { createMover, type Mover } from '../links/grouping.ts';
import { innerMap } from '../links/inner-map.ts';
import type { Id, LinkRecords } from '../ports/records/link-store.ts';
import type { Identified } from './settle-descriptions.ts';

type Found = Identified & { created: boolean };

/** An identifier as it was after so many moves. */
type Remembered = { found: Found; moves: number };

/**
 * Creates records of the same transaction in which what one event has looked up costs the next ones nothing: of 1,000 links each, events
 * name three of ten identifiers again. Its groups and descriptions must be changed through it alone. Where others write meanwhile, nothing is remembered.
 */
export function rememberingRecords(records: LinkRecords): LinkRecords {
	if (!records.exclusive) return records;
	const identifiers = createRememberedIdentifiers();
	return {
		...records,
		async identify(wanted) {
			const answer = wanted.map(identifiers.find);
			await fillGaps(wanted, answer, records.identify, (identifier, found) => {
				// Whoever asks again finds it there.
				identifiers.add(identifier, { ...found, created: false });
			});
			return answer as Found[];
		},
		internProvenances: rememberingTexts(records.internProvenances),
		internDescriptions: rememberingTexts(records.internDescriptions),
		async move(identityMoves, versionMoves) {
			await records.move(identityMoves, versionMoves);
			identifiers.move(createMover({ identityMoves, versionMoves }));
		},
		async place(places) {
			identifiers.clear();
			await records.place(places);
		},
		async describe(groups) {
			await records.describe(groups);
			identifiers.describe(groups);
		},
	};
}

function createRememberedIdentifiers() {
	const byName = new Map<string, Map<string, Remembered>>();
	const byId = new Map<Id, Remembered>();
	const movers: Mover[] = [];

	return {
		find({ scheme, key }: Identifier): Found | undefined {
			const one = byName.get(scheme)?.get(key);
			if (!one) return undefined;
			// Most are never asked for again, so they are moved when they are.
			for (; one.moves < movers.length; one.moves++) {
				one.found = (movers[one.moves] as Mover)(one.found);
			}
			return one.found;
		},
		add({ scheme, key }: Identifier, found: Found): void {
			const one = { found, moves: movers.length };
			innerMap(byName, scheme).set(key, one);
			byId.set(found.id, one);
		},
		move(mover: Mover): void {
			movers.push(mover);
		},
		describe(groups: readonly (readonly [group: Id, description: Id | null])[]): void {
			for (const [group, description] of groups) {
				const one = byId.get(group);
				if (one) one.found = { ...one.found, description };
			}
		},
		clear(): void {
			byName.clear();
			byId.clear();
		},
	};
}

/** Remembers the ids of texts by their digests. */
function rememberingTexts(
	intern: (texts: readonly DigestedText[]) => Promise<Id[]>,
): (texts: readonly DigestedText[]) => Promise<Id[]> {
	const known = new Map<string, Id>();
	return async (texts) => {
		const ids = texts.map(({ digest }) => known.get(digest));
		await fillGaps(texts, ids, intern, ({ digest }, id) => known.set(digest, id));
		return ids as Id[];
	};
}

/** Asks for what is missing in the answer, puts it there and tells of each. */
async function fillGaps<Wanted, Found>(
	wanted: readonly Wanted[],
	answer: (Found | undefined)[],
	ask: (missing: readonly Wanted[]) => Promise<Found[]>,
	onFound: (one: Wanted, found: Found) => void,
): Promise<void> {
	const gaps: number[] = [];
	answer.forEach((found, position) => {
		if (found === undefined) gaps.push(position);
	});
	if (gaps.length === 0) return;
	const found = await ask(gaps.map((position) => wanted[position] as Wanted));
	gaps.forEach((position, at) => {
		const one = found[at] as Found;
		answer[position] = one;
		onFound(wanted[position] as Wanted, one);
	});
}
