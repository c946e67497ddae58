// Checks that the stored rows agree with each other: the right assertions count, no row refers to a
// missing one, and identifiers are known as long as something names them.
import { isSame, sameByRule } from '../../identifiers/index.ts';
import type { Assertion, Id } from '../../store/graph.ts';
import { type IdentifierState, type Inspection, orphanKinds, type Stretch } from '../../store/inspection.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Transaction } from '../../store/records.ts';
import { inSteps } from '../in-steps.ts';
import type { Findings } from './findings.ts';

const stepSize = 2_000;

/** Checks the rows of a range of identifiers. */
export async function checkRows(
	transaction: Transaction,
	inspection: Inspection,
	range: IdRange,
	findings: Findings,
): Promise<void> {
	await checkOrphans(inspection, { of: 'identifiers', ...range }, findings);
	for await (const { wrong } of wronglyCounting(transaction, inspection, range)) {
		findings.add('counts-though-withdrawn', wrong.map(findingOf));
	}
	for await (const { wrong } of wronglyWithdrawn(transaction, inspection, range)) {
		findings.add('withdrawn-by-nothing', wrong.map(findingOf));
	}
	const misdescribed = await inspection.misdescribed(range);
	findings.add(
		'description-counts-wrongly',
		misdescribed.map(([identifier, event]) => ({ identifiers: [identifier], event })),
	);
	for await (const { known, retired, represented } of wrongIdentifiers(transaction, inspection, range)) {
		const detail = (those: readonly Id[], words: string) => those.map((id) => ({ identifiers: [id], detail: words }));
		findings.add('known-wrongly', detail(known, 'nothing names it'));
		findings.add('known-wrongly', detail(retired, 'something names it'));
		findings.add('representative-wrong', detail(represented, ''));
	}
}

/** Finds orphaned rows in a stretch. */
export async function checkOrphans(inspection: Inspection, stretch: Stretch, findings: Findings): Promise<void> {
	for (const kind of orphanKinds) {
		for await (const orphans of inspection.orphans(kind, stretch)) {
			findings.add(
				'orphan-rows',
				orphans.map((suspect) => ({ ...suspect, detail: kind })),
			);
		}
	}
}

function findingOf([source, , target, , event]: Assertion) {
	return { identifiers: [source, target], event };
}

/** Finds, step by step, assertions that count and should not. */
export async function* wronglyCounting(
	transaction: Pick<Transaction, 'withdrawnLater' | 'hasEvent'>,
	inspection: Inspection,
	range: IdRange,
): AsyncGenerator<{ wrong: Required<Assertion>[] }> {
	// There are nearly never withdrawals; without them no row need be looked up.
	const isNeeded = await transaction.hasEvent({ withdraws: true });
	for await (const rows of inspection.allAssertions('counting', range)) {
		if (!isNeeded) continue;
		for (const step of inSteps(rows, stepSize)) {
			const taken = await transaction.withdrawnLater(step);
			if (taken.size > 0) yield { wrong: step.filter((_, position) => taken.has(position)) };
		}
	}
}

/** Finds, step by step, assertions that do not count and should. */
export async function* wronglyWithdrawn(
	transaction: Pick<Transaction, 'withdrawnLater'>,
	inspection: Inspection,
	range: IdRange,
): AsyncGenerator<{ wrong: Required<Assertion>[] }> {
	for await (const rows of inspection.allAssertions('withdrawn', range)) {
		for (const step of inSteps(rows, stepSize)) {
			const taken = await transaction.withdrawnLater(step);
			if (taken.size < step.length) yield { wrong: step.filter((_, position) => !taken.has(position)) };
		}
	}
}

export type WrongIdentifiers = {
	/** Known though nothing names them, or retired with groups still written down. */
	known: Id[];
	/** Retired though something names them. */
	retired: Id[];
	/** Without the representative that they should have. */
	represented: Id[];
};

/** Finds, step by step, identifiers that are known, retired or represented wrongly. */
export async function* wrongIdentifiers(
	transaction: Pick<Transaction, 'namedAmong' | 'identifiers'>,
	inspection: Inspection,
	range: IdRange,
): AsyncGenerator<WrongIdentifiers> {
	for await (const states of inspection.identifierStates(range)) {
		const named = await transaction.namedAmong(states.map(({ id }) => id));
		const ids = (which: (state: IdentifierState) => boolean) => states.filter(which).map(({ id }) => id);
		const known = ids(({ id, retired, isPlaced }) => (retired ? isPlaced : !named.has(id)));
		const retired = ids(({ id, retired }) => retired && named.has(id));
		const represented = await wronglyRepresented(transaction, states);
		if (known.length + retired.length + represented.length > 0) yield { known, retired, represented };
	}
}

async function wronglyRepresented(
	transaction: Pick<Transaction, 'identifiers'>,
	states: readonly IdentifierState[],
): Promise<Id[]> {
	const ids = states.flatMap(({ representative }) => representative ?? []);
	const named = await transaction.identifiers(ids, 'all');
	const names = new Map(named.map((one) => [one.id, one]));
	return states
		.filter((state) => {
			const wanted = sameByRule(state);
			const stored = state.representative === null ? undefined : names.get(state.representative);
			// An identifier that is retired and was never received has no representative.
			if (state.retired && stored === undefined) return false;
			return wanted === undefined || stored === undefined ? wanted !== stored : !isSame(wanted, stored);
		})
		.map(({ id }) => id);
}
