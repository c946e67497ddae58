// What is asked of the broker to try a table out and to submit it, and in which shapes; knows no
// page.
import type { ColumnRole } from '../../../src/http/pages/operator/submit/submit-words.ts';
import { type Reading, submissionParameters } from '../../../src/http/pages/operator/submit/table-reading.ts';
import { queryOf } from '../address/parts.ts';
import { forgetAnswers } from './broker-api.ts';
import { sendFile } from './operator-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';

/** Describes an object of a link as a preview does. */
export type PreviewedObject = { identifiers: WireIdentifier[]; title: string | null };

/** Describes a link of a preview; `line` is where its row begins. */
export type PreviewedLink = {
	line: number;
	source: PreviewedObject;
	relation: string;
	subtype: string | null;
	target: PreviewedObject;
	date: string | null;
	provider: string | null;
};

/** Describes a cell that does not hold what its column does. */
export type WrongCell = { line: number; column: number; name: string; cell: string; problem: string };

/** Describes what the columns of a table are taken for. */
export type PreviewedTable = {
	has_names: boolean;
	columns: { name: string; role: ColumnRole }[];
	rows: string[][];
};

/** Describes what a body would come to: `POST /events?dry_run=1`. */
export type Preview = {
	/** Why it would be refused; null: it would be accepted. */
	refusal: string | null;
	read: {
		dialect: string;
		records: number;
		links: number;
		relations: { name: string; count: number }[];
		left_out: { name: string; count: number }[];
		wrong_cell_count: number;
		wrong_cells: WrongCell[];
	};
	table: PreviewedTable | null;
	links: PreviewedLink[];
	refused_count: number;
	refused: { line: number; pointer: string | null; message: string }[];
};

/** Asks what a file would come to. Fails with RequestFailure. */
export async function askPreview(file: Blob, reading: Reading): Promise<Preview> {
	return (await sendFile(`/events${queryOf({ dry_run: '1', ...submissionParameters(reading) })}`, file)) as Preview;
}

/** Submits a file and answers the event's id. Fails with RequestFailure. */
export async function submitFile(file: Blob, reading: Reading): Promise<string> {
	const answer = await sendFile(`/events${queryOf(submissionParameters(reading))}`, file);
	forgetAnswers();
	return (answer as { event_id: string }).event_id;
}
