// Reads the links of a chunk of a file, and reports wrong ones by their lines.
import { BrokerError, type Problem } from '../../errors.ts';
import { reportLimits } from '../../links/limits.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { EventAction } from '../../links/link-event.ts';
import type { FileRecord, RecordChunk } from '../json/chunk-builder.ts';
import { parseJson } from '../json/json-text.ts';
import { findRepeatedNames } from '../json/repeated-names.ts';
import { readRecords, repeatedName } from './read-links.ts';

/**
 * Says what is wrong in one record of a chunk; pointers begin with its position. The line is that
 * in which it begins, or where it stops being JSON.
 */
export type WrongChunkRecord = { position: number; line: number; problems: readonly Problem[] };

/**
 * Reads every record of a chunk by itself, for an event with this action: the batch that the right
 * ones make, and the wrong ones in order, text that is not JSON included. `withoutRecords` makes
 * the payload that fits the batch. Fails as readRecords does.
 */
export function checkChunk(chunk: RecordChunk, action?: EventAction): { batch: LinkBatch; wrong: WrongChunkRecord[] } {
	const { batch, wrong } = readEach(chunk, action);
	return { batch, wrong };
}

/**
 * Reads a chunk, whole or not at all. Fails with `malformed-json` at the first record that is not
 * JSON, and with `invalid-links` where records are wrong; file and lines are in the messages.
 */
export function readChunk(chunk: RecordChunk, action?: EventAction): LinkBatch {
	const { batch, wrong, notJson } = readEach(chunk, action);
	for (const [position, { line, reason }] of notJson) {
		throw new BrokerError('malformed-json', `${placeOf(chunk, position, line)} is not JSON: ${reason}.`);
	}
	const [first] = wrong;
	if (first === undefined) return batch;
	const are = wrong.length === 1 ? 'is' : 'are';
	const lines = `lines ${chunk.records[0]?.line} to ${chunk.records.at(-1)?.line} of ${chunk.file}`;
	const problem = `${placeOf(chunk, first.position)}: ${first.problems[0]?.message}`;
	throw new BrokerError(
		'invalid-links',
		`${wrong.length} of ${chunk.links} links in ${lines} ${are} not valid. The first problem: ${problem}.`,
		{ problems: wrong.slice(0, reportLimits.records).flatMap(inLine) },
	);
}

/** Where in the file, from 1, and why a record is not JSON. */
type NotJson = { line: number; reason: string };

/** What the texts of records have wrong, by position. */
type TextFaults = { notJson: Map<number, NotJson>; repeated: Map<number, readonly Problem[]> };

/** Reads each record; `notJson` says, by position, where and why a record is not JSON. */
function readEach(chunk: RecordChunk, action: EventAction | undefined) {
	const faults: TextFaults = { notJson: new Map(), repeated: new Map() };
	const { batch, wrong } = readRecords(parseRecords(chunk, faults), faults.repeated, { action, maxLinks: chunk.links });
	return {
		batch,
		notJson: faults.notJson,
		wrong: wrong.map(({ position, problems }): WrongChunkRecord => {
			const notJson = faults.notJson.get(position);
			if (notJson === undefined) return { position, line: (chunk.records[position] as FileRecord).line, problems };
			const { line, reason } = notJson;
			return { position, line, problems: [{ pointer: `/${position}`, message: `is not JSON: ${reason}` }] };
		}),
	};
}

/**
 * Parses each record by itself, so that a bad one harms no other; one that is not JSON becomes
 * undefined.
 */
function* parseRecords({ records }: RecordChunk, { notJson, repeated }: TextFaults): Generator<unknown> {
	for (const [position, { bytes, line }] of records.entries()) {
		const parsed = parseJson(bytes);
		// A text of its own may begin with a byte order mark, but not an element of an array, as which
		// it would be stored.
		if (bytes[0] === firstOfByteOrderMark) notJson.set(position, { line, reason: 'it begins with a byte order mark' });
		else if ('error' in parsed) {
			notJson.set(position, { line: line + parsed.error.line - 1, reason: parsed.error.message });
		} else {
			const names = findRepeatedNames(parsed.text, parsed.value);
			if (names.length > 0)
				repeated.set(
					position,
					names.map((path) => repeatedName([position, ...path])),
				);
		}
		yield 'value' in parsed && !notJson.has(position) ? parsed.value : undefined;
	}
}

const firstOfByteOrderMark = 0xef;

function inLine({ line, problems }: WrongChunkRecord): Problem[] {
	return problems.map((problem) => ({ ...problem, message: `line ${line}: ${problem.message}` }));
}

function placeOf({ file, records }: RecordChunk, position: number, lineOfFault?: number): string {
	const { line, number } = records[position] as FileRecord;
	return `${file}, line ${lineOfFault ?? line} (record ${number})`;
}
