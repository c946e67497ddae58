// Asks servers with wrk, a client in a process of its own that costs little (Debian: `apt-get
// install wrk`).
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('in-turn.lua', import.meta.url));

/** Paths that wrk requests in turn. */
export type PathsInTurn = { origin: string; file: string };

/** Writes paths into a file that wrk can read. */
export function writePaths(folder: string, name: string, origin: string, paths: readonly string[]): PathsInTurn {
	const file = join(folder, `${name}.txt`);
	writeFileSync(file, `${paths.join('\n')}\n`);
	return { origin, file };
}

/**
 * Requests the paths in turn over 16 connections for some seconds. Resolves to the answers per
 * second. Fails if wrk is missing or an answer is not a 200.
 */
export async function askInTurn({ origin, file }: PathsInTurn, seconds: number): Promise<number> {
	const options = ['--threads', '1', '--connections', '16', '--duration', `${seconds}s`, '--script', script];
	const env = { ...process.env, PATHS_FILE: file };
	const { stdout } = await promisify(execFile)('wrk', [...options, origin], { env });
	const wrong = /Non-2xx.*|Socket errors.*/.exec(stdout);
	const rate = Number(/^Requests\/sec: +([\d.]+)$/m.exec(stdout)?.[1]);
	if (wrong || Number.isNaN(rate)) throw new Error(`${origin}: ${wrong?.[0] ?? stdout}`);
	return rate;
}
