// Translates a file that is in memory as a whole.
import type { ChunkLimits } from '../json/chunk-builder.ts';
import { type LinkChunk, type TranslateOptions, type Translation, translateFile } from './translate.ts';
import { blocksOf } from './translate-body.ts';

/** The links of a file, and how it was read; an empty file has no translation. */
export type TranslatedFile = { chunks: LinkChunk[]; translation: Translation | undefined };

/** Translates the bytes of a file; fails as translateFile does. */
export async function translateBytes(
	file: string,
	bytes: Uint8Array,
	options: TranslateOptions,
	limits: ChunkLimits,
): Promise<TranslatedFile> {
	let translation: Translation | undefined;
	const onEnd = (translated: Translation) => {
		translation = translated;
	};
	const chunks = await Array.fromAsync(translateFile(file, blocksOf(bytes), options, limits, onEnd));
	return { chunks, translation };
}
