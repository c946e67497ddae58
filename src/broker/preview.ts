// Reads a body as a submission does, or files as a load does, and returns what that would store,
// without storing any of it.
import { BrokerError, type Problem } from '../errors.ts';
import { scholix } from '../formats/dialects/dialect.ts';
import { addTranslation, readLinkFiles } from '../formats/dialects/read-link-files.ts';
import { jsonDocuments } from '../formats/dialects/syntaxes/documents.ts';
import { type TranslateOptions, type Translation, translateFile } from '../formats/dialects/translate.ts';
import { blocksOf, damagedBody, isOfNothing, theBody } from '../formats/dialects/translate-body.ts';
import { checkFiles } from '../formats/files/open-files.ts';
import type { ChunkLimits, RecordChunk } from '../formats/json/chunk-builder.ts';
import { checkChunk } from '../formats/scholix/read-chunk.ts';
import { readRecord } from '../formats/scholix/read-record.ts';
import { reportLimits } from '../links/limits.ts';
import type { Link, LinkedObject } from '../links/link.ts';
import type { EventAction } from '../links/link-event.ts';
import { type RefusedRecord, refusedIn } from './load-files.ts';
import { readingOfWithdrawn, readSubmission, type SubmissionText } from './read-submission.ts';

/**
 * What a body holds: how it was read, its first links and the first works that it only describes,
 * with their lines, and what is wrong.
 */
export type BodyPreview = {
	translation: Translation;
	links: { line: number; link: Link }[];
	works: { line: number; work: LinkedObject }[];
	/** Records that are not valid, by the line in which they begin. */
	refused: { count: number; first: { line: number; problems: readonly Problem[] }[] };
	/** Why the submission would be refused; null: it would be accepted. */
	refusal: string | null;
};

const shownOfBody = 20;
const shownOfFiles = 10;

/** What the bytes of a file hold; undefined where it is empty. */
export type BytesPreview = Omit<BodyPreview, 'refusal'>;

/**
 * Previews a submission. An unknown table is previewed as one with columns of its own. Fails with
 * `bad-query`, `malformed-json` and `invalid-links` if nothing of the body can be read.
 */
export async function previewBody(order: SubmissionText, limits: ChunkLimits): Promise<BodyPreview> {
	const reading: TranslateOptions = {
		...(order.reading ?? { from: scholix, supplied: {}, date: '' }),
		...{ skipInvalid: true, takeAnyTable: true, withdrawn: readingOfWithdrawn(order.action) },
	};
	const preview = await previewBytes(theBody, order.body, reading, limits, order.action).catch((cause) => {
		throw damagedBody(cause);
	});
	if (preview === undefined) throw new BrokerError('invalid-links', 'The body is empty.');
	const refusal = await refusalOf(order, limits);
	// What it would be as Scholix is of no help.
	if (refusal !== null && order.reading === undefined && isOfNothing(order.body)) {
		throw new BrokerError('invalid-links', refusal);
	}
	return { ...preview, refusal };
}

/** Reads the bytes of a file, such as a page of a service; fails as translateFile does. */
export async function previewBytes(
	file: string,
	bytes: Uint8Array,
	reading: TranslateOptions,
	limits: ChunkLimits,
	action: EventAction = 'assert',
): Promise<BytesPreview | undefined> {
	const first: FirstRecords = { links: [], works: [] };
	const refused: BodyPreview['refused'] = { count: 0, first: [] };
	const refuse = (line: number, problems: readonly Problem[]) => {
		refused.count++;
		if (refused.first.length < reportLimits.records) refused.first.push({ line, problems });
	};
	let translation: Translation | undefined;
	const onTranslated = (held: Translation) => {
		translation = held;
	};
	for await (const { chunk } of translateFile(file, blocksOf(bytes), reading, limits, onTranslated)) {
		for (const { line, problems } of checkChunk(chunk, action).wrong) refuse(line, problems);
		addFirst(first, chunk, shownOfBody);
	}
	if (translation === undefined) return undefined;
	for (const { line, problem } of translation.refused) refuse(line, [{ message: problem }]);
	return { translation, ...first, refused };
}

type FirstRecords = Pick<BodyPreview, 'links' | 'works'>;

/** Adds the first links. Those of an object to itself carry a description, and make no link. */
function addFirst({ links, works }: FirstRecords, chunk: RecordChunk, most: number): void {
	for (const placed of jsonDocuments(chunk)) {
		if (links.length >= most && works.length >= most) return;
		const read = 'document' in placed ? readRecord(placed.document, 0) : undefined;
		if (read === undefined || !('link' in read)) continue;
		const { link } = read;
		const { line } = placed;
		if (isOfOne(link)) {
			if (works.length < most) works.push({ line, work: link.source });
		} else if (links.length < most) links.push({ line, link });
	}
}

function isOfOne({ source, target }: Link): boolean {
	const [from, to] = [source.identifiers[0], target.identifiers[0]];
	return from?.scheme === to?.scheme && from?.value === to?.value;
}

async function refusalOf(order: SubmissionText, limits: ChunkLimits): Promise<string | null> {
	try {
		await readSubmission(order, limits);
		return null;
	} catch (cause) {
		if (cause instanceof BrokerError) return cause.message;
		throw cause;
	}
}

/**
 * What files hold: each of them, of all the first links and the first works that they only describe,
 * and the records that are not valid.
 */
export type FilesPreview = FirstRecords & { files: Translation[]; refused: RefusedRecord[] };

const limitsOfFiles = { maxLinks: 2_000, maxBytes: 2 ** 25 };

/** Reads all files; see readLinkFiles for what a path may name, and how that fails. */
export async function previewFiles(paths: readonly string[], options: TranslateOptions): Promise<FilesPreview> {
	const preview: FilesPreview = { files: [], links: [], works: [], refused: [] };
	for (const path of paths) await checkFiles(path);
	for (const path of paths) {
		const chunks = readLinkFiles(path, { ...options, ...limitsOfFiles, skipInvalid: true }, (file) => {
			addTranslation(preview.files, file);
			for (const record of refusedIn(file)) preview.refused.push(record);
		});
		for await (const { chunk, isWithdrawn } of chunks) {
			for (const { line, problems } of checkChunk(chunk).wrong)
				preview.refused.push({ file: chunk.file, line, problems });
			if (!isWithdrawn) addFirst(preview, chunk, shownOfFiles);
		}
	}
	return preview;
}
