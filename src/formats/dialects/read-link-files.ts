// Reads the files of a path, of whatever dialect and however packed, as chunks of links, and sums
// up what they held.

import { BrokerError } from '../../errors.ts';
import { readingLimits } from '../../links/limits.ts';
import { addNames } from '../../links/name-counts.ts';
import type { Blocks } from '../files/blocks.ts';
import { openFiles } from '../files/open-files.ts';
import type { ChunkLimits } from '../json/chunk-builder.ts';
import { type LinkChunk, type TranslateOptions, type Translation, translateFile } from './translate.ts';

/**
 * Streams the links of all files that a path names (see openFiles), each file in the dialect that
 * it is of. Memory is bounded by the limits, whatever the size of a file. Fails as translateFile
 * and openFiles do; with `skipInvalid` a file that is damaged or of no known dialect is reported and
 * left.
 */
export async function* readLinkFiles(
	path: string,
	options: TranslateOptions & ChunkLimits,
	onEnd: (translation: Translation) => void,
	input: Blocks = process.stdin,
): AsyncGenerator<LinkChunk> {
	for await (const { name, blocks } of openFiles(path, input)) {
		try {
			yield* translateFile(
				name,
				blocks,
				{ ...options, isStream: true, mostParts: readingLimits.partsOfFile },
				options,
				onEnd,
			);
		} catch (cause) {
			if (!options.skipInvalid || !isOfTheFile(cause)) throw cause;
			onEnd(unreadFile(name, options, cause));
		}
	}
}

function isOfTheFile(cause: unknown): cause is BrokerError {
	return cause instanceof BrokerError && (cause.code === 'bad-file' || cause.code === 'malformed-json');
}

/** Returns a file that is not read to its end, since it is damaged or of no known dialect. */
function unreadFile(file: string, { from, date }: TranslateOptions, { message }: BrokerError): Translation {
	const [, line = '1'] = /, line (\d+)/.exec(message) ?? [];
	const nothing = { records: 0, links: 0, withdrawn: 0, described: 0, dated: 0, relations: [], leftOut: [] };
	const wrongCells = { count: 0, first: [] };
	const problem = message.replace(`${file}, line ${line}: `, '').replace(`${file}: `, '').replace(/\.$/, '');
	return {
		...{ file, dialect: from ?? 'unread', ...nothing, wrongCells, dateRule: undefined, date, provider: undefined },
		refused: [{ line: Number(line), problem }],
	};
}

/** So many files are reported one by one; all others together, by dialect. */
const filesReported = 100;
const refusedReported = 1_000;

/** Adds what a file held. */
export function addTranslation(files: Translation[], one: Translation): void {
	if (files.length < filesReported) {
		files.push(one);
		return;
	}
	const at = files.findIndex(({ dialect }, place) => place >= filesReported && dialect === one.dialect);
	const others = { ...one, file: '(further files)' };
	if (at === -1) files.push(others);
	else files[at] = together(files[at] as Translation, others);
}

function together(one: Translation, other: Translation): Translation {
	return {
		...other,
		records: one.records + other.records,
		links: one.links + other.links,
		withdrawn: one.withdrawn + other.withdrawn,
		described: one.described + other.described,
		dated: one.dated + other.dated,
		relations: addNames(one.relations, other.relations),
		leftOut: addNames(one.leftOut, other.leftOut),
		wrongCells: {
			count: one.wrongCells.count + other.wrongCells.count,
			first: [...one.wrongCells.first, ...other.wrongCells.first].slice(0, refusedReported),
		},
		refused: [...one.refused, ...other.refused].slice(0, refusedReported),
	};
}
