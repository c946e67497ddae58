// Reads a body of Scholix links into a batch, whole or not at all.
import { BrokerError, type Problem } from '../../errors.ts';
import { describeAsText } from '../../links/description.ts';
import { batchLimits, reportLimits } from '../../links/limits.ts';
import type { Link, LinkBatch, LinkedObject } from '../../links/link.ts';
import { createBatchBuilder } from '../../links/link-batch.ts';
import type { EventAction } from '../../links/link-event.ts';
import { type RecordChunk, withoutRecords } from '../json/chunk-builder.ts';
import { envelopeMember } from '../json/envelope.ts';
import { malformedJson, type Origin, parseJson } from '../json/json-text.ts';
import { findRepeatedNames, type MemberPath } from '../json/repeated-names.ts';
import { createRecordSplitter } from '../json/split-records.ts';
import { readRecord } from './read-record.ts';

/**
 * How many links a body may hold, and what they are to do: what a batch holds depends on it. It
 * must hold one, unless `mayBeEmpty`.
 */
export type ReadingLimits = { maxLinks: number; mayBeEmpty?: boolean; action?: EventAction };

/**
 * Reads a JSON array of 1 to `maxLinks` Scholix link objects. Fails with `malformed-json` (line,
 * column and reason in the message), and with `invalid-links` where it is no such array or where
 * any record is wrong: the message counts the wrong records, `problems` names the places in the
 * first 100 of them (`/3/Source/Identifier/ID`).
 */
export function readLinks(body: Uint8Array | string, limits: ReadingLimits): LinkBatch {
	const { batch, wrong } = readBody(body, limits, repeatedNames, 'foreign');
	if (wrong.length > 0) throw wrongRecords(wrong, batch.counts.links);
	return batch;
}

/**
 * Reads what was accepted before, whatever its length, and as it was taken: versions that did not
 * look for repeated names took the last of each. An empty array is what an event has that replaces
 * and says nothing.
 */
export function readAcceptedLinks(payload: Uint8Array, action: EventAction = 'assert'): LinkBatch {
	const limits = { maxLinks: Number.POSITIVE_INFINITY, mayBeEmpty: true, action };
	const { batch, wrong } = readBody(payload, limits, () => new Map(), 'kept');
	if (wrong.length > 0) throw wrongRecords(wrong, batch.counts.links);
	return batch;
}

/**
 * Reads a body as readLinks does, but leaves out the records that are wrong: answers the batch of
 * the others, their JSON array byte for byte, and the wrong ones. Fails as readLinks does where no
 * record is right.
 */
export function readValidLinks(
	body: Uint8Array,
	limits: ReadingLimits,
): { batch: LinkBatch; payload: Uint8Array; wrong: WrongRecord[] } {
	const { batch, wrong } = readBody(body, limits, repeatedNames, 'foreign');
	if (wrong.length === 0) return { batch, payload: body, wrong };
	if (batch.counts.links === 0) throw wrongRecords(wrong, 0);
	const positions = wrong.map(({ position }) => position);
	const { payload } = withoutRecords(wholeChunk(body), positions);
	return { batch, payload, wrong };
}

function readBody(
	body: Uint8Array | string,
	limits: ReadingLimits,
	findFaults: FindFaults,
	origin: Origin,
): ReadRecords {
	const parsed = parseJson(body, origin);
	if ('error' in parsed) throw malformedJson(parsed.error, isOneALine(body, parsed.error) ? adviceForLines : undefined);
	const records = requireRecords(parsed.value, limits);
	const { action, maxLinks } = limits;
	return readRecords(records, findFaults(parsed.text, records), { action, maxLinks, isStored: origin === 'kept' });
}

/** Finds the records of an array that is known to be JSON. */
function wholeChunk(body: Uint8Array): RecordChunk {
	const unlimited = { maxLinks: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
	const splitter = createRecordSplitter('the body', unlimited);
	const [chunk] = [...splitter.push(body), ...splitter.finish()];
	return chunk as RecordChunk;
}

const adviceForLines =
	'This looks like one link a line (JSON Lines): send them as one array, or load the file with `link-broker ' +
	'events load`.';

/** Returns a text whose first line is an object and is followed by something else. */
function isOneALine(body: Uint8Array | string, { line, column }: { line: number; column: number }): boolean {
	const begins = typeof body === 'string' ? body.charCodeAt(0) : body[0];
	return begins === '{'.charCodeAt(0) && line === 2 && column === 1;
}

/** Says what is wrong in one record of a batch. */
export type WrongRecord = { position: number; problems: readonly Problem[] };

/** The batch that right records make, and the wrong ones in order. */
export type ReadRecords = { batch: LinkBatch; wrong: WrongRecord[] };

/** Says by position what is wrong in the text of a record, whatever its value says. */
type Faults = ReadonlyMap<number, readonly Problem[]>;
type FindFaults = (text: string, records: readonly unknown[]) => Faults;

function repeatedNames(text: string, records: readonly unknown[]): Faults {
	const ofRecords = findRepeatedNames(text, records).filter((path) => path.length > 1);
	const byRecord = Map.groupBy(ofRecords, ([position]) => position as number);
	return new Map(byRecord.entries().map(([position, paths]) => [position, paths.map(repeatedName)]));
}

/**
 * Makes the problem of a name that is given twice; the way to it begins with the record's position.
 */
export function repeatedName(path: MemberPath): Problem {
	const pointer = path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
	return { pointer, message: 'is given twice in one object; give it once' };
}

/**
 * Reads records into the batch that the right ones make, and reports the wrong ones in order; one
 * with a fault is wrong. Faults may be added while the records are handed out. Fails with
 * `invalid-links` where the batch makes too much.
 */
export function readRecords(
	records: Iterable<unknown>,
	faults: Faults,
	limits: { action: EventAction | undefined; maxLinks: number; isStored?: boolean },
): ReadRecords {
	const builder = createBatchBuilder(limits.action);
	const checkBatch = createBatchCheck(limits);
	const wrong: WrongRecord[] = [];
	let position = 0;
	for (const record of records) {
		const read = readRecord(record, position, limits.isStored);
		const found = faults.get(position) ?? [];
		if ('problems' in read || found.length > 0) {
			const problems = [...found, ...('problems' in read ? read.problems : [])];
			wrong.push({ position, problems: problems.slice(0, reportLimits.problemsOfRecord) });
		} else {
			checkBatch(read.link, position);
			builder.add(read.link);
		}
		position++;
	}
	return { batch: builder.build(), wrong };
}

/** Makes the failure for records that are not valid. */
function wrongRecords(wrong: readonly WrongRecord[], right: number): BrokerError {
	const problems = wrong.slice(0, reportLimits.records).flatMap((record) => record.problems);
	const [first] = problems;
	const are = wrong.length === 1 ? 'is' : 'are';
	const message =
		`${wrong.length} of ${wrong.length + right} links ${are} not valid, so none is taken. ` +
		`The first problem: ${first?.pointer}: ${first?.message}.`;
	return new BrokerError('invalid-links', message, { problems });
}

function requireRecords(value: unknown, { maxLinks, mayBeEmpty = false }: ReadingLimits): readonly unknown[] {
	if (!Array.isArray(value)) {
		const member = envelopeMember(value);
		const advice = member === undefined ? 'even for a single one' : `which it holds in \`${member}\`: send that array`;
		throw notABatch(`must be a JSON array of link objects, ${advice}`);
	}
	if (value.length === 0 && !mayBeEmpty) throw notABatch('is an empty array; it must hold at least one link');
	if (value.length > maxLinks) {
		throw notABatch(`holds ${value.length} links; at most ${maxLinks} are taken at once: send several batches`);
	}
	return value;
}

function notABatch(message: string): BrokerError {
	return new BrokerError('invalid-links', `The body ${message}.`, { problems: [{ pointer: '', message }] });
}

/**
 * Adds up what links make of a batch (see batchLimits) and fails with `invalid-links` at the one
 * that makes it too much.
 */
function createBatchCheck({
	action,
	maxLinks,
}: {
	action: EventAction | undefined;
	maxLinks: number;
}): (link: Link, position: number) => void {
	const mostIdentifiers = Math.max(batchLimits.leastIdentifiers, batchLimits.identifiersPerLink * maxLinks);
	const mostStatements = Math.max(batchLimits.leastStatements, batchLimits.statementsPerLink * maxLinks);
	let named = 0;
	let statements = 0;
	let repeated = 0;
	const check = (isRight: boolean, position: number, message: string): void => {
		if (isRight) return;
		throw new BrokerError('invalid-links', `The batch is too large: ${message}.`, {
			problems: [{ pointer: `/${position}`, message }],
		});
	};
	return ({ source, target, provenances }, position) => {
		const identifiers = source.identifiers.length + target.identifiers.length;
		named += identifiers;
		// What is withdrawn is named by any identifier of one object with any of the other.
		const pairs = action === 'withdraw' ? source.identifiers.length * target.identifiers.length : identifiers - 1;
		statements += pairs * provenances.length;
		if (identifiers > 2) repeated += repeatedCharacters(source) + repeatedCharacters(target);
		check(
			named <= mostIdentifiers,
			position,
			`with this link its objects have more than ${mostIdentifiers} identifiers: send fewer links at once`,
		);
		check(
			statements <= mostStatements && repeated <= batchLimits.repeatedCharacters,
			position,
			'with this link the batch makes too much of several identifiers times providers or metadata: ' +
				'send fewer links at once',
		);
	};
}

function repeatedCharacters({ identifiers, description }: LinkedObject): number {
	return identifiers.length === 1 ? 0 : (identifiers.length - 1) * describeAsText(description).length;
}
