// The terminal of commands: results, notes, tables, progress, and questions.
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { type Progress, startProgress } from './progress.ts';
import { type ColumnOf, renderRows } from './table.ts';

/** The part of an output stream that is needed here. */
export type OutputStream = {
	isTTY?: boolean;
	columns?: number;
	/** Returns false if the next text should wait for `drain`. */
	write(text: string): unknown;
	once?(event: 'drain', listener: () => void): unknown;
};

/** The part of standard input that a question needs. */
export type SecretInput = Readable & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** The parts of a terminal; `interrupt` ends the program like Ctrl-C. */
export type TerminalParts = {
	stdin: SecretInput;
	stdout: OutputStream;
	stderr: OutputStream;
	environment: Readonly<Record<string, string | undefined>>;
	now(): number;
	interrupt(): void;
};

/** Writes results to standard output, everything else to standard error, and asks questions. */
export type Terminal = {
	/** The columns of standard output; null if it is not a terminal. */
	width: number | null;
	/** Whether a person can answer questions. */
	interactive: boolean;
	/** Writes a result unchanged. */
	write(text: string): void;
	/** Writes a part of a result; resolves when the next part may follow. */
	writeWaiting(text: string): Promise<void>;
	/** Writes a result and ends the line. */
	print(text: string): void;
	/** Writes a note to standard error and ends the line. */
	note(text: string): void;
	/** Lays out a table that fits the terminal; cuts nothing on a pipe. */
	table<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): string;
	/** Shows progress on standard error. */
	progress(title: string): Progress;
	/** Asks for a secret without echo; on a pipe, reads the next line of standard input. */
	askSecret(question: string): Promise<string>;
	/** Asks for a line; only on a terminal. */
	ask(question: string): Promise<string>;
};

const leastColumns = 40;

/**
 * Opens a terminal on the standard streams. Titles are bold on a terminal, unless NO_COLOR or
 * TERM=dumb is set.
 */
export function openTerminal({ stdin, stdout, stderr, environment, now, interrupt }: TerminalParts): Terminal {
	const width = stdout.isTTY ? Math.max(leastColumns, stdout.columns ?? 80) : null;
	const dressed = Boolean(stdout.isTTY) && !environment.NO_COLOR && environment.TERM !== 'dumb';
	const emphasise = (line: string): string => (dressed ? styleText('bold', line, { validateStream: false }) : line);
	return {
		width,
		interactive: Boolean(stdin.isTTY),
		write: (text) => void stdout.write(text),
		writeWaiting: (text) =>
			new Promise((resolve) => {
				if (stdout.write(text) === false && stdout.once) stdout.once('drain', resolve);
				else resolve();
			}),
		print: (text) => void stdout.write(`${text}\n`),
		note: (text) => void stderr.write(`${text}\n`),
		table: (columns, rows) => renderRows(columns, rows, width, emphasise),
		progress: (title) => startProgress(stderr, title, now),
		askSecret: (question) => askSecret(stdin, (text) => stderr.write(text), question, interrupt),
		ask: (question) => askLine(stdin, (text) => stderr.write(text), question),
	};
}

const enter = ['\r', '\n', '\u0004'];
const backspace = ['\b', '\u007f'];
const interruptKey = '\u0003';
const eraseLine = '\u0015';

/**
 * Asks a question on a terminal and returns the text typed, without echo; Ctrl-C calls `interrupt`.
 * If standard input is not a terminal, its next line is the answer. Further input remains for the
 * next question.
 */
export async function askSecret(
	input: SecretInput,
	show: (text: string) => void,
	question: string,
	interrupt: () => void,
): Promise<string> {
	if (!input.isTTY) return readLine(input, () => undefined);
	const restore = (): void => {
		input.setRawMode?.(false);
		show('\n');
	};
	show(question);
	input.setRawMode?.(true);
	const answer = readLine(input, () => {
		restore();
		interrupt();
	});
	return answer.finally(restore);
}

/** Asks a question and returns the line typed, which the terminal shows. */
export function askLine(input: SecretInput, show: (text: string) => void, question: string): Promise<string> {
	show(question);
	// The terminal itself handles Ctrl-C.
	return readLine(input, () => undefined);
}

function readLine(input: SecretInput, interrupt: () => void): Promise<string> {
	input.setEncoding('utf8');
	return new Promise((resolve, reject) => {
		let typed: string[] = [];
		const finish = (answer: () => void): void => {
			input.off('data', onData).off('end', onEnd).off('error', onError);
			input.pause();
			answer();
		};
		const onEnd = (): void => finish(() => resolve(typed.join('')));
		const onError = (error: Error): void => finish(() => reject(error));
		const onData = (chunk: string): void => {
			// Keys such as the arrows arrive as one chunk that begins with ESC.
			if (chunk.startsWith('\u001b')) return;
			const keys = [...chunk];
			for (const [index, key] of keys.entries()) {
				if (enter.includes(key)) {
					const rest = keys.slice(index + 1).join('');
					finish(() => resolve(typed.join('')));
					if (rest !== '') input.unshift(rest);
					return;
				}
				if (key === interruptKey) interrupt();
				else if (key === eraseLine) typed = [];
				else if (backspace.includes(key)) typed.pop();
				else if (key >= ' ') typed.push(key);
			}
		};
		input.on('data', onData).on('end', onEnd).on('error', onError);
		input.resume();
	});
}
