// Translates one body of a submission, of whatever dialect, into an array of link objects.
import { BrokerError, hasCode } from '../../errors.ts';
import { type ChunkLimits, createChunk, type FileRecord } from '../json/chunk-builder.ts';
import { envelopeRecords } from '../json/envelope.ts';
import { parseJson } from '../json/json-text.ts';
import { countLinkFields } from '../scholix/record-reading.ts';
import { dialectOf } from './dialects.ts';
import { type TranslateOptions, type Translation, translateFile, unknownForm } from './translate.ts';
import { isFields, list } from './values.ts';

/**
 * Translates a body. Fails with `bad-query` where there is no such dialect, and with
 * `invalid-links` where the body is not of it, is damaged, holds no link or description, or more
 * than one event may.
 */
export async function translateBody(
	body: Uint8Array,
	options: TranslateOptions,
	limits: ChunkLimits,
): Promise<{ payload: Uint8Array; translation: Translation }> {
	const records: FileRecord[] = [];
	let bytes = 0;
	let translation: Translation | undefined;
	const supplied = (held: Translation) => {
		translation = held;
	};
	try {
		for await (const { chunk } of translateFile(theBody, blocksOf(body), options, limits, supplied)) {
			for (const record of chunk.records) records.push(record);
			bytes += chunk.payload.length;
			if (records.length > limits.maxLinks || bytes > limits.maxBytes) throw tooMany(limits);
		}
	} catch (cause) {
		throw damagedBody(cause);
	}
	if (records.length > 0 && translation !== undefined) {
		const { payload } = createChunk(theBody, records);
		if (payload.length > limits.maxBytes) throw tooMany(limits);
		return { payload, translation };
	}
	const reasons = translation?.leftOut.map(({ name, count }) => `${count} × ${name}`).join(', ');
	throw new BrokerError('invalid-links', `The body holds no link${reasons ? `; left out: ${reasons}` : ''}.`);
}

/** How messages name a body. */
export const theBody = 'The body';

/** Returns what is wrong with a file, which a body is, as what is wrong with a submission. */
export function damagedBody(cause: unknown): unknown {
	if (!(cause instanceof BrokerError) || cause.code !== 'bad-file') return cause;
	return new BrokerError('invalid-links', cause.message, { cause });
}

/**
 * Adds to the refusal of a body as Scholix the dialect that it is of, where it is of another; where
 * nothing in it is a field of Scholix, that it is of none.
 */
export function namingDialect(cause: unknown, body: Uint8Array): unknown {
	if (!hasCode(cause, 'invalid-links')) return cause;
	const dialect = dialectOf('json', firstRecord(body));
	if (dialect === undefined) return isOfNothing(body) ? damagedBody(unknownForm(theBody)) : cause;
	const message = `${cause.message} The body is of the dialect ${dialect.name}: submit it with dialect=auto.`;
	return new BrokerError('invalid-links', message, { problems: cause.problems, cause });
}

/** Returns whether a body of JSON is of no dialect that is known, and has no field of Scholix. */
export function isOfNothing(body: Uint8Array): boolean {
	const first = firstRecord(body);
	const isScholix = !isFields(first) || Object.keys(first).length === 0 || countLinkFields(first) > 0;
	return !isScholix && dialectOf('json', first) === undefined;
}

function firstRecord(body: Uint8Array): unknown {
	const parsed = parseJson(body);
	return 'value' in parsed ? (envelopeRecords(parsed.value) ?? list(parsed.value))[0] : undefined;
}

/** Hands a body out as the blocks of a file. */
export async function* blocksOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
	if (body.length > 0) yield body;
}

function tooMany({ maxLinks, maxBytes }: ChunkLimits): BrokerError {
	const most = `${maxLinks} links, or of ${maxBytes} bytes`;
	const advice = 'send fewer records at once, or load them with `link-broker events load`';
	return new BrokerError('invalid-links', `The body has more links than one event may have (${most}): ${advice}.`);
}
