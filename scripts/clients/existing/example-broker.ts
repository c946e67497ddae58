// A broker that serves the example to clients that were written for other services, and how these are
// run.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openProgram, type Program, type Server } from '../../../test/end-to-end/program.ts';

export type ExampleBroker = {
	program: Program;
	server: Server;
	/** Runs a client to its end and answers the JSON that it prints. */
	read<T>(command: string, words: readonly string[], input?: string): Promise<T>;
};

/** Answers the path of a file, beside this one or elsewhere. */
export const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Starts the broker with these settings. `program.remove` ends it. */
export async function openExample(settings: NodeJS.ProcessEnv = {}): Promise<ExampleBroker> {
	const program = await openProgram();
	const files = [1, 2, 3].map((at) => here(`../../../examples/cornerpy-${at}.json`));
	await program.output('events', 'load', ...files);
	return {
		program,
		server: await program.serve(settings),
		async read<T>(command: string, words: readonly string[], input = '') {
			const child = spawn(command, words, { env: program.environment, stdio: 'pipe', timeout: 60_000 });
			child.stdin.end(input);
			const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
			assert.notEqual(output, '', errors);
			return JSON.parse(output) as T;
		},
	};
}
