// Runs the commands of the documents against a started broker and compares what they print.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, openProgram, type Program } from './program.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const pagesIn = (folder: string) =>
	readdirSync(join(project, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `${folder}/${file}`);
const pages = ['README.md', ...pagesIn('docs/tutorial'), ...pagesIn('docs/guides')];

/** A command of a page, over several lines where they end in a backslash, and what it shows. */
type Step = { command: string; shown: string[] };

type ListedEvent = { status: string; indexed: boolean | null };

// These load the examples themselves; all others continue from there.
const beginnings = ['README.md', 'docs/tutorial/first-broker.md'];
const examples = [1, 2, 3].map((number) => join(project, `examples/cornerpy-${number}.json`));
const shownAddress = 'http://127.0.0.1:5000';

describe('a document', () => {
	for (const page of pages) {
		const steps = stepsOf(readFileSync(join(project, page), 'utf8'));
		if (steps.length === 0) continue;
		it(`${page} has commands that print what it shows`, async () => {
			const program = await openProgram();
			await symlink(join(project, 'examples'), join(program.folder, 'examples'));
			if (!beginnings.includes(page)) await program.output('events', 'load', ...examples);
			const { url } = await program.serve();
			const shell = openShell(program.folder, { ...program.environment, PORT: new URL(url).port });
			try {
				for (const { command, shown } of steps) {
					const printed = (await shell.run(command.replaceAll(shownAddress, url))).replaceAll(url, shownAddress);
					if (shown.length > 0) assert.match(printed, patternOf(shown), `${command}\n${printed}`);
					if (/events/.test(command)) await untilIndexed(program);
					await openInvitation(printed.replaceAll(shownAddress, url));
				}
			} finally {
				await shell.end();
				await program.remove();
			}
		});
	}
});

/** Reads the commands of a page: those of its `console` blocks, but for the start, which is made. */
function stepsOf(text: string): Step[] {
	const steps: Step[] = [];
	for (const [, block = ''] of text.matchAll(/```console\n([\s\S]*?)```/g)) {
		let isOpen = false;
		for (const line of block.trimEnd().split('\n')) {
			const last = steps.at(-1);
			if (line.startsWith('$ ')) steps.push({ command: line.slice(2), shown: [] });
			else if (isOpen && last) last.command += `\n${line}`;
			else last?.shown.push(line);
			isOpen = (line.startsWith('$ ') || isOpen) && line.endsWith('\\');
		}
	}
	return steps.filter(({ command }) => !command.startsWith('npm '));
}

/** Matches lines: `…` stands for anything, and columns of a table may be cut or left out at its right. */
function patternOf(shown: readonly string[]): RegExp {
	const lines = shown.map((line) => {
		if (line.trim() === '…') return '[\\s\\S]*?';
		const cells = line
			.trim()
			.split(/ {2,}/)
			.map((cell) => cell.split('…').map(RegExp.escape).join('.*'));
		return `^ *${cells.join(' +')}.*$`;
	});
	return new RegExp(lines.join('\n'), 'm');
}

/** Opens a shell in which `npx link-broker` is the program; it keeps variables between commands. */
function openShell(folder: string, environment: NodeJS.ProcessEnv) {
	const shell = spawn('bash', [], { cwd: folder, env: environment, stdio: 'pipe' });
	shell.stdin.write(
		`exec 2>&1\nnpx() { shift; "${process.execPath}" "${join(project, 'bin/link-broker.js')}" "$@"; }\n`,
	);
	const ended = once(shell, 'close');
	let printed = '';
	shell.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
	return {
		async run(command: string): Promise<string> {
			printed = '';
			shell.stdin.write(`${command}\nprintf '\\n@end\\n'\n`);
			await eventually(
				async () => printed,
				(text) => text.includes('\n@end\n'),
				{ timeoutSeconds: 60 },
			);
			return printed.replace('\n@end\n', '');
		},
		async end(): Promise<void> {
			shell.stdin.end();
			await ended;
		},
	};
}

/** Follows an invitation that was printed, as a reader does: sets a password, and is signed in. */
async function openInvitation(printed: string): Promise<void> {
	const [, root, secret] = /(\S+)\/operator\/invitation#(\S+)/.exec(printed) ?? [];
	if (secret === undefined) return;
	const response = await fetch(`${root}/api/invitations/accept`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
		body: JSON.stringify({ secret, password: 'copper lantern meadow violin' }),
	});
	const account = (await response.json()) as { roles?: string[] };
	assert.deepEqual([response.status, account.roles], [200, ['admin']]);
}

/** Waits until every submission can be found, as a reader does between two commands. */
async function untilIndexed({ output }: Program): Promise<void> {
	const list = async () => JSON.parse(await output('events', 'list', '--json')) as { events: ListedEvent[] };
	const isOver = ({ status, indexed }: ListedEvent) => !['New', 'Processing'].includes(status) && indexed !== false;
	await eventually(list, ({ events }) => events.every(isOver));
}
