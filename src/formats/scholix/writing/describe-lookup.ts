// What is shown of identifiers that were looked up, as plain data and as rows of CSV.
import type { SearchRelation } from '../../../links/relation.ts';
import { csvLine } from '../../csv/csv.ts';
import { lookUpCells, lookUpColumns } from '../../csv/report-csv.ts';
import { addressOfWork } from './describe-work.ts';
import { type ShownIdentifier, shownIdentifier } from './object-document.ts';

type Counts = Readonly<Record<SearchRelation, number>>;

/** What was found of one input; see LookUpResult (src/broker/objects). */
export type AnswerLookUp = { input: string | ShownIdentifier } & (
	| { problem: string; code?: string }
	| {
			problem: null;
			asked: { scheme: string; value: string };
			found: { group: number; counts: { identity: Counts; version: Counts } } | null;
	  }
);

/** One input as answers show it. */
export type DescribedLookUp = {
	input: string | ShownIdentifier;
	understood_as?: ShownIdentifier;
	known: boolean;
	problem?: string;
	problem_code?: string;
	self?: string;
	counts?: { identity: Counts; version: Counts };
};

/** Describes what was found; `base` is where addresses begin, without it there are none. */
export function describeLookUp(one: AnswerLookUp, base?: string): DescribedLookUp {
	if (one.problem !== null) {
		const { input, problem, code } = one;
		return { input, known: false, problem, ...(code !== undefined && { problem_code: code }) };
	}
	const { input, asked, found } = one;
	return {
		input,
		understood_as: shownIdentifier(asked),
		known: found !== null,
		...(found && { ...(base !== undefined && { self: addressOfWork(found.group, base) }), counts: found.counts }),
	};
}

/** Names the columns. */
export const lookUpHeader = csvLine(lookUpColumns);

/** Writes the row of one input; cells of what is not known are empty. */
export function lookUpRow(one: AnswerLookUp, base?: string): string {
	return csvLine(lookUpCells(describeLookUp(one, base)));
}
