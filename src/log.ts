// Writes the log to standard error: JSON lines for machines, plain lines on a terminal.
import { pino } from 'pino';
import type { LogLevel } from './settings.ts';

export type Log = pino.Logger;

// More waiting lines than this are dropped.
const mostWaitingBytes = 2 ** 22;

/** Opens the log of one thread or process, called `name`. */
export function createLog(level: LogLevel, name: string): Log {
	const destination = process.stderr.isTTY ? plainLines() : jsonLines();
	return pino({ level, base: { name } }, destination);
}

/**
 * Writes JSON lines. If the output is full or closed, they wait for the next line, and the process
 * continues.
 */
function jsonLines() {
	const destination = pino.destination({ dest: 2, sync: true, maxLength: mostWaitingBytes });
	destination.on('error', () => undefined);
	return destination;
}

/** Formats lines for a person at a terminal: time, level, message, fields. */
function plainLines(): { write(line: string): void } {
	return {
		write(line) {
			const { time, level, msg, name, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
			const clock = new Date(time as number).toISOString().slice(11, 23);
			const rest = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
			const failure = err ? [(err as { message?: string }).message] : [];
			const parts = [clock, pino.levels.labels[level as number], `${name}:`, msg, ...rest, ...failure];
			process.stderr.write(`${parts.join(' ')}\n`);
		},
	};
}
