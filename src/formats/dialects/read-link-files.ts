// Reads the files of a path, of whatever dialect and however packed, as chunks of links.
import type { Blocks } from '../files/blocks.ts';
import { openFiles } from '../files/open-files.ts';
import type { ChunkLimits } from '../json/chunk-builder.ts';
import { type LinkChunk, type TranslateOptions, type Translation, translateFile } from './translate.ts';

/**
 * Streams the links of all files that a path names (see openFiles), each file in the dialect that it
 * is of. Memory is bounded by the limits, whatever the size of a file. Fails as translateFile and
 * openFiles do.
 */
export async function* readLinkFiles(
	path: string,
	options: TranslateOptions & ChunkLimits,
	onEnd: (translation: Translation) => void,
	input: Blocks = process.stdin,
): AsyncGenerator<LinkChunk> {
	for await (const { name, blocks } of openFiles(path, input)) {
		yield* translateFile(name, blocks, options, options, onEnd);
	}
}
