// Dumps the whole graph of one state of the records in a format.
import { setImmediate as turn } from 'node:timers/promises';
import { createDumpWriter, type DumpFormat, describesBothEnds } from '../../formats/dumps/dump-formats.ts';
import type { DumpPiece } from '../../formats/dumps/dump-writer.ts';
import type { Records } from '../../store/records.ts';
import { readWorks } from './read-works.ts';

/** What a dump holds, whatever its format shows of it. */
export type DumpCounts = {
	works: number;
	identifiers: number;
	/** Between two works, by relation. */
	links: number;
	assertions: number;
};

/** What was dumped: `change` is the last number of the log of changes in that state. */
export type Dumped = DumpCounts & { change: number };

/** Takes the pieces of files, in order for each. */
export type DumpTarget = {
	/** Says which files there will be, before anything is written. */
	open(files: readonly string[]): Promise<void>;
	/** Resolves when more may come. */
	write(pieces: readonly DumpPiece[]): Promise<void>;
};

export type DumpOptions = {
	format: DumpFormat;
	/** Milliseconds since 1970. */
	now: number;
	/** Aborted where the dump is to be given up: it then fails with the reason. */
	signal?: AbortSignal | undefined;
	onProgress(progress: { works: number; links: number }): void;
};

// Other work of this thread gets its turn, and progress is told, after so many works.
const worksPerTurn = 500;

/**
 * Writes the graph, one work after the other, as it is when this is called: what is received
 * meanwhile is not in it. What must not be found yet (noindex) is, as in an index that is built
 * anew.
 */
export async function dumpGraph(
	records: Records,
	{ format, now, signal, onProgress }: DumpOptions,
	target: DumpTarget,
): Promise<Dumped> {
	const writer = await createDumpWriter(format, now);
	const counts: DumpCounts = { works: 0, identifiers: 0, links: 0, assertions: 0 };
	await target.open(writer.files);
	return records.snapshot(async (transaction, snapshot) => {
		const change = (await transaction.changeLog()).newest;
		await target.write([...writer.begin()]);
		for await (const entry of readWorks({ transaction, snapshot }, { describesEnds: describesBothEnds(format) })) {
			signal?.throwIfAborted();
			counts.works++;
			counts.identifiers += entry.work.identifiers.length;
			counts.links += entry.links.length;
			counts.assertions += entry.within.length;
			for (const { assertions } of entry.links) counts.assertions += assertions.length;
			await writeInPieces(writer.entry(entry), target);
			if (counts.works % worksPerTurn !== 0) continue;
			onProgress(counts);
			await turn();
		}
		await target.write([...writer.end()]);
		return { ...counts, change };
	});
}

// A work may have links without number; so many pieces of it are in memory at a time.
const piecesPerWrite = 1_000;

async function writeInPieces(pieces: Iterable<DumpPiece>, target: DumpTarget): Promise<void> {
	let step: DumpPiece[] = [];
	for (const piece of pieces) {
		step.push(piece);
		if (step.length < piecesPerWrite) continue;
		await target.write(step);
		step = [];
	}
	if (step.length > 0) await target.write(step);
}
