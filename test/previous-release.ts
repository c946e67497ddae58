// Unpacks the release before this one from the history of the repository, to run it beside this
// one.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const project = fileURLToPath(new URL('../', import.meta.url));

// Nothing is released yet: this state stands for the release before.
const previousRelease = '51e166a9a5447c1de1433d47f03515d48fba265f';

/** Why tests that need the previous release are skipped; false where they run. */
export const skipPreviousRelease: string | false = findRelease();

function findRelease(): string | false {
	try {
		execFileSync('git', ['cat-file', '-e', previousRelease], { cwd: project, stdio: 'ignore' });
		return false;
	} catch {
		return 'the history of the repository does not contain the previous release';
	}
}

/** The path of its command, for openProgram; it uses this project's packages and built pages. */
export type PreviousRelease = { bin: string; remove(): Promise<void> };

/** Unpacks it into a folder of its own. */
export async function unpackPreviousRelease(): Promise<PreviousRelease> {
	const folder = await mkdtemp(join(tmpdir(), 'link-broker-before-'));
	const archive = join(folder, 'release.tar');
	await run(
		'git',
		['archive', `--output=${archive}`, previousRelease, 'bin', 'src', 'web', 'package.json', 'examples'],
		{
			cwd: project,
		},
	);
	await run('tar', ['-x', '-f', archive, '-C', folder]);
	await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
	await symlink(join(project, 'web/dist'), join(folder, 'web/dist'));
	return { bin: join(folder, 'bin/link-broker.js'), remove: () => rm(folder, { recursive: true }) };
}
