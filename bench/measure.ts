// What a measure is and what it finds out: a figure beside its limit, judged by a target; knows no measure.
import type { Workbench } from './workbench.ts';

/** Counts something, in a unit: `links/s`, `ms`, `MB`. */
export type Figure = { amount: number; unit: Unit };
export type Unit = 'links/s' | 'requests/s' | 'searches/s' | 'µs/link' | 'µs' | 'ms' | 's' | 'MB' | 'bytes/link';

/** Judges the figure itself, or its ratio to the limit; `aim` is what would be better still. */
export type Target = { of: 'ratio' | 'value'; least?: number; most?: number; aim?: number };

/** One line of the table. */
export type Finding = {
	/** What was measured, with its sizes. */
	what: string;
	value: Figure;
	/** What the value is compared with, measured in the same run. */
	limit?: { what: string; figure: Figure };
	target?: Target;
};

/** A measure has a name to ask for it by; it may find out several things, one after the other. */
export type Measure = { name: string; run(bench: Workbench): AsyncGenerator<Finding> };

export type Verdict = 'yes' | 'aim reached' | 'no' | 'not judged';

/** Relates a value to its limit. */
export function ratioOf({ value, limit }: Finding): number | undefined {
	return limit && value.amount / limit.figure.amount;
}

/** Judges a finding by its target. */
export function judge(finding: Finding): Verdict {
	const { target, value } = finding;
	const judged = target?.of === 'ratio' ? ratioOf(finding) : value.amount;
	if (!target || judged === undefined) return 'not judged';
	if (target.least !== undefined && !(judged >= target.least)) return 'no';
	if (target.most !== undefined && !(judged <= target.most)) return 'no';
	return target.aim !== undefined && judged >= target.aim ? 'aim reached' : 'yes';
}

/** Makes a number readable: 1,234,567. */
export function number(value: number): string {
	return value.toLocaleString('en-GB', { maximumFractionDigits: 0 });
}
