// What is shown of identifiers that were looked up, as plain data and as rows of CSV.
import type { SearchRelation } from '../../../links/relation.ts';
import { csvLine } from '../../csv/csv.ts';
import {
	type CitationCounts,
	type CountedColumns,
	countedCells,
	countedColumns,
	type LookedUp,
	lookUpCells,
	lookUpColumns,
} from '../../csv/report-csv.ts';
import { addressOfWork } from './describe-work.ts';
import { type ShownIdentifier, shownIdentifier } from './object-document.ts';

type Counts = Readonly<Record<SearchRelation, number>>;

/** What was found of one input; see LookUpResult (src/broker/objects). */
export type AnswerLookUp = { input: string | ShownIdentifier } & (
	| { problem: string; code?: string }
	| {
			problem: null;
			asked: { scheme: string; value: string };
			found: { group: number; counts: { identity: Counts; version: Counts }; counted?: CitationCounts } | null;
	  }
);

/** One input as answers show it. */
export type DescribedLookUp = LookedUp & { problem_code?: string };

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
		...(found && {
			...(base !== undefined && { self: addressOfWork(found.group, base) }),
			counts: found.counts,
			...(found.counted && { counted: found.counted }),
		}),
	};
}

/** Names the columns; the last are those of citations by a rule. */
export function lookUpHeader(counted: CountedColumns = []): string {
	return csvLine([...lookUpColumns, ...countedColumns(counted)]);
}

/** Writes the row of one input; cells of what is not known are empty. */
export function lookUpRow(one: AnswerLookUp, counted: CountedColumns = [], base?: string): string {
	const described = describeLookUp(one, base);
	return csvLine([...lookUpCells(described), ...countedCells(described.counted, counted)]);
}
