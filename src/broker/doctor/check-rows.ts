// Checks that the stored rows agree with each other: what counts is what should, nothing names what
// is not there, and identifiers are known as long as something names them.
import { isSame, sameByRule } from '../../identifiers/index.ts';
import type { Assertion, Id } from '../../store/graph.ts';
import { type IdentifierState, type Inspection, strayKinds } from '../../store/inspection.ts';
import type { Transaction } from '../../store/records.ts';
import type { SaidOf } from '../../store/taking-back.ts';
import { inSteps } from '../in-steps.ts';
import type { Findings } from './findings.ts';

export type RowsProgress = (what: 'rows', more: number) => void;

const stepSize = 2_000;

/** Checks all rows of one state. */
export async function checkRows(
	transaction: Transaction,
	inspection: Inspection,
	findings: Findings,
	onProgress: RowsProgress,
): Promise<void> {
	for (const kind of strayKinds) {
		for await (const strays of inspection.strays(kind)) {
			findings.add('stray-rows', ...strays.map((suspect) => ({ ...suspect, detail: kind })));
		}
	}
	for await (const { wrong } of wronglyCounting(transaction, inspection, onProgress)) {
		findings.add('counts-though-taken-back', ...wrong.map(findingOf));
	}
	for await (const { wrong } of wronglyTakenBack(transaction, inspection, onProgress)) {
		findings.add('taken-back-by-nothing', ...wrong.map(findingOf));
	}
	for await (const { aside, back } of wronglyDescribed(transaction, inspection)) {
		for (const [identifier, event] of [...aside, ...back]) {
			findings.add('description-counts-wrongly', { identifiers: [identifier], event });
		}
	}
	for await (const { known, gone, represented } of wrongIdentifiers(transaction, inspection, onProgress)) {
		const detail = (those: readonly Id[], words: string) => those.map((id) => ({ identifiers: [id], detail: words }));
		findings.add('known-wrongly', ...detail(known, 'nothing names it'), ...detail(gone, 'something names it'));
		findings.add('representative-wrong', ...detail(represented, ''));
	}
}

function findingOf([source, , target, , event]: Assertion) {
	return { identifiers: [source, target], event };
}

/** Finds, step by step, assertions that count and should not. */
export async function* wronglyCounting(
	transaction: Pick<Transaction, 'takenBackLater' | 'hasEvent'>,
	inspection: Inspection,
	onProgress: RowsProgress,
): AsyncGenerator<{ wrong: Required<Assertion>[] }> {
	// Nearly always nothing takes anything back, and then no row need be looked up.
	const isNeeded = await transaction.hasEvent({ withdraws: true });
	for await (const rows of inspection.allAssertions('counting')) {
		onProgress('rows', rows.length);
		if (!isNeeded) continue;
		for (const step of inSteps(rows, stepSize)) {
			const taken = await transaction.takenBackLater(step);
			if (taken.size > 0) yield { wrong: step.filter((_, position) => taken.has(position)) };
		}
	}
}

/** Finds, step by step, assertions that do not count and should. */
export async function* wronglyTakenBack(
	transaction: Pick<Transaction, 'takenBackLater'>,
	inspection: Inspection,
	onProgress: RowsProgress,
): AsyncGenerator<{ wrong: Required<Assertion>[] }> {
	for await (const rows of inspection.allAssertions('taken back')) {
		onProgress('rows', rows.length);
		for (const step of inSteps(rows, stepSize)) {
			const taken = await transaction.takenBackLater(step);
			if (taken.size < step.length) yield { wrong: step.filter((_, position) => !taken.has(position)) };
		}
	}
}

/**
 * Finds, step by step, what events say of identifiers that counts and should be set aside, and what
 * does not and should be brought back.
 */
export async function* wronglyDescribed(
	transaction: Pick<Transaction, 'areSupported'>,
	inspection: Inspection,
): AsyncGenerator<{ aside: SaidOf[]; back: SaidOf[] }> {
	for (const among of ['counting', 'taken back'] as const) {
		for await (const rows of inspection.doubtfulDescriptions(among)) {
			const pairs = rows.map(({ identifier, event }): SaidOf => [identifier, event]);
			const supported = await transaction.areSupported(pairs);
			const counts = (position: number) => supported.has(position) || rows[position]?.hasAssertion === false;
			const wrong = pairs.filter((_, position) => counts(position) === (among === 'taken back'));
			if (wrong.length > 0) yield among === 'counting' ? { aside: wrong, back: [] } : { aside: [], back: wrong };
		}
	}
}

export type WrongIdentifiers = {
	/** Known though nothing names them, or gone with groups still written down. */
	known: Id[];
	/** Gone though something names them. */
	gone: Id[];
	/** Without the representative that they should have. */
	represented: Id[];
};

/** Finds, step by step, identifiers that are known, gone or represented wrongly. */
export async function* wrongIdentifiers(
	transaction: Pick<Transaction, 'namedAmong' | 'identifiers'>,
	inspection: Inspection,
	onProgress: RowsProgress,
): AsyncGenerator<WrongIdentifiers> {
	for await (const states of inspection.identifierStates()) {
		onProgress('rows', states.length);
		const named = await transaction.namedAmong(states.map(({ id }) => id));
		const ids = (which: (state: IdentifierState) => boolean) => states.filter(which).map(({ id }) => id);
		const known = ids(({ id, gone, isPlaced }) => (gone ? isPlaced : !named.has(id)));
		const gone = ids(({ id, gone }) => gone && named.has(id));
		const represented = await wronglyRepresented(transaction, states);
		if (known.length + gone.length + represented.length > 0) yield { known, gone, represented };
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
			// Of what is gone and was never received, nobody said what it is the same as.
			if (state.gone && stored === undefined) return false;
			return wanted === undefined || stored === undefined ? wanted !== stored : !isSame(wanted, stored);
		})
		.map(({ id }) => id);
}
