// Reads files of links as a load does and tells what it would store, without storing any of it.

import { addTranslation } from '../formats/dialects/add-translation.ts';
import { jsonDocuments } from '../formats/dialects/frames/documents.ts';
import { readLinkFiles } from '../formats/dialects/read-link-files.ts';
import type { TranslateOptions, Translation } from '../formats/dialects/translate.ts';
import { checkFiles } from '../formats/files/open-files.ts';
import { checkChunk } from '../formats/scholix/read-chunk.ts';
import { readRecord } from '../formats/scholix/read-record.ts';
import type { Link } from '../links/link.ts';
import { type RefusedRecord, refusedIn } from './load-files.ts';

/** What files hold: each of them, the first links of all, and the records that are not valid. */
export type FilesPreview = { files: Translation[]; links: Link[]; refused: RefusedRecord[] };

const shownLinks = 10;
const limits = { maxLinks: 2_000, maxBytes: 2 ** 25 };

/** Reads all files; see readLinkFiles for what a path may name, and how that fails. */
export async function previewFiles(paths: readonly string[], options: TranslateOptions): Promise<FilesPreview> {
	const preview: FilesPreview = { files: [], links: [], refused: [] };
	for (const path of paths) await checkFiles(path);
	for (const path of paths) {
		const chunks = readLinkFiles(path, { ...options, ...limits, skipInvalid: true }, (file) => {
			addTranslation(preview.files, file);
			preview.refused.push(...refusedIn(file));
		});
		for await (const { chunk, isGone } of chunks) {
			for (const { line, problems } of checkChunk(chunk).wrong)
				preview.refused.push({ file: chunk.file, line, problems });
			if (isGone || preview.links.length >= shownLinks) continue;
			for (const placed of jsonDocuments(chunk)) {
				const read = 'document' in placed ? readRecord(placed.document, 0) : undefined;
				if (read && 'link' in read && preview.links.length < shownLinks) preview.links.push(read.link);
			}
		}
	}
	return preview;
}
