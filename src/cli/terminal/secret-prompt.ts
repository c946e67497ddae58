// Asks for a line on a terminal, for a secret without showing it, or takes it from a pipe; knows no
// use of it.
import type { Readable } from 'node:stream';

/** Standard input, as far as a question needs it. */
export type SecretInput = Readable & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };

const enter = ['\r', '\n', '\u0004'];
const backspace = ['\b', '\u007f'];
const interruptKey = '\u0003';
const eraseLine = '\u0015';

/**
 * Asks a question on a terminal and answers what was typed, without echo; Ctrl-C calls `interrupt`.
 * Where standard input is no terminal nothing is asked: its next line is the answer. What follows
 * the line stays for the next question.
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

/** Asks a question and answers the line that was typed, which the terminal shows. */
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
