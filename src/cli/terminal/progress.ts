// Shows the progress of a long task: a bar on a terminal, otherwise a line every few seconds.
import { durationText } from '../../links/words.ts';
import { cutToWidth } from './text-width.ts';

/** Shows progress until it ends. `total` is null if it is unknown. */
export type Progress = {
	show(done: number, total: number | null, text: string): void;
	/** Clears the bar. */
	end(): void;
};

/** A stream as far as progress needs one. */
export type ProgressStream = { isTTY?: boolean; columns?: number; write(text: string): unknown };

const barColumns = 24;
const redrawMilliseconds = 100;
const plainLineMilliseconds = 5_000;
const clearLine = '\r\u001b[K';

/**
 * Starts to show progress: on a terminal as a bar that is drawn at most ten times a second,
 * otherwise as a line every five seconds.
 */
export function startProgress(stream: ProgressStream, title: string, now: () => number): Progress {
	const began = now();
	const pause = stream.isTTY ? redrawMilliseconds : plainLineMilliseconds;
	let next = stream.isTTY ? began : began + pause;
	let drawn = false;
	return {
		show(done, total, text) {
			const moment = now();
			if (moment < next) return;
			next = moment + pause;
			const parts = [percent(done, total), title, text, remaining(done, total, moment - began)];
			const line = (stream.isTTY ? [bar(done, total), ...parts] : parts).filter((part) => part !== '').join('  ');
			drawn = Boolean(stream.isTTY);
			stream.write(drawn ? clearLine + cutToWidth(line, (stream.columns ?? 80) - 1) : `${line.trimStart()}\n`);
		},
		end() {
			if (drawn) stream.write(clearLine);
			drawn = false;
		},
	};
}

function share(done: number, total: number): number {
	return total > 0 ? Math.min(1, done / total) : 1;
}

function bar(done: number, total: number | null): string {
	if (total === null) return '';
	const filled = Math.round(share(done, total) * barColumns);
	return `[${'#'.repeat(filled)}${' '.repeat(barColumns - filled)}]`;
}

function percent(done: number, total: number | null): string {
	return total === null ? '' : `${Math.floor(share(done, total) * 100)} %`.padStart(5);
}

function remaining(done: number, total: number | null, elapsedMilliseconds: number): string {
	if (total === null || done <= 0 || done >= total || elapsedMilliseconds < 1_000) return '';
	const seconds = Math.ceil(((elapsedMilliseconds / done) * (total - done)) / 1_000);
	return `${durationText(seconds)} left`;
}
