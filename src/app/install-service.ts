// Installs the systemd service: units that start this program, its user, and its settings.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InstalledService, ServiceFile, ServiceOrder } from '../cli/context.ts';
import { BrokerError } from '../errors.ts';
import { projectFolder } from './program.ts';

const user = 'link-broker';
const program = fileURLToPath(new URL('bin/link-broker.js', projectFolder));

/** The command of the units in `ops/systemd`. */
const templateCommand = '/usr/local/bin/link-broker';

/** What ProtectHome and PrivateTmp hide from the service. */
const hiddenFolders = ['/home/', '/root/', '/run/user/', '/tmp/', '/var/tmp/'];

/**
 * Writes the files of the service below a folder. Without one, it installs them on this machine and
 * creates the user. Existing settings are kept. Fails with `bad-usage` if that needs root, with
 * `bad-file` if the service could not run the program where it is.
 */
export async function installService({ folder, settings, write }: ServiceOrder): Promise<InstalledService> {
	const files = listFiles(folder ?? '/', settings);
	if (!write) return { files, user: null };
	if (folder === null) requirePlace();
	const [users, ...others] = files;
	writeFile(users);
	const created = folder === null ? createUser(users.path) : null;
	for (const file of others) writeFile(file);
	return { files, user: created };
}

function listFiles(root: string, settings: ServiceOrder['settings']): [ServiceFile, ...ServiceFile[]] {
	const template = (name: string) => readFileSync(new URL(`ops/systemd/${name}`, projectFolder), 'utf8');
	const fileAt = (path: string, text: string, mode = 0o644): ServiceFile => {
		const whole = join(root, path);
		return { path: whole, text, mode, state: existsSync(whole) ? 'replaced' : 'new' };
	};
	const command = [process.execPath, program].map(unitWord).join(' ');
	const units = ['link-broker.service', 'link-broker-worker@.service'].map((name) =>
		// A function, because `$` is special in a text.
		fileAt(
			`etc/systemd/system/${name}`,
			template(name).replace(templateCommand, () => command),
		),
	);
	const filled = Object.entries(settings).reduce(
		(text, [name, value]) => text.replace(new RegExp(`^#?${name}=.*$`, 'm'), () => `${name}=${value}`),
		template('settings.env'),
	);
	const given = fileAt('etc/link-broker/settings.env', filled, 0o600);
	const kept: ServiceFile = given.state === 'new' ? given : { ...given, text: readSecret(given.path), state: 'kept' };
	return [fileAt('etc/sysusers.d/link-broker.conf', template('sysusers.conf')), ...units, kept];
}

/** Reads a file that only root may read; for others, it is empty. */
function readSecret(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}

/** Writes a word of a command line in a unit (systemd.service(5)). */
function unitWord(word: string): string {
	const escaped = word.replaceAll('%', '%%').replaceAll('$', '$$$$').replaceAll(/["\\]/g, '\\$&');
	return /[\s"'\\;]/.test(word) ? `"${escaped}"` : escaped;
}

function writeFile({ path, text, mode, state }: ServiceFile): void {
	if (state === 'kept') return;
	// Folders of the system are readable by all; the umask of this program is stricter.
	const umask = process.umask(0o022);
	mkdirSync(dirname(path), { recursive: true });
	process.umask(umask);
	writeFileSync(path, text, { mode: 0o600 });
	chmodSync(path, mode);
}

function requirePlace(): void {
	if (process.getuid?.() !== 0) {
		throw new BrokerError('bad-usage', 'Installing the service needs root. --print and --to only write its files.');
	}
	for (const path of [process.execPath, program]) {
		if (!hiddenFolders.some((folder) => path.startsWith(folder))) continue;
		const message = `The service cannot read ${path}: it has no access to ${hiddenFolders.join(', ')}.`;
		throw new BrokerError(
			'bad-file',
			`${message} Install Node.js and link-broker for all users, such as in /usr/local.`,
		);
	}
}

/** Creates the user unless it exists, and checks that it can run the program. */
function createUser(sysusersFile: string): 'created' | 'existing' {
	const idOf = (option: string) => Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout || NaN);
	const exists = !Number.isNaN(idOf('-u'));
	if (!exists) {
		const useradd = ['--system', '--user-group', '--home-dir', '/var/lib/link-broker', '--shell', '/usr/sbin/nologin'];
		const isDone =
			spawnSync('systemd-sysusers', [sysusersFile]).status === 0 ||
			spawnSync('useradd', [...useradd, user]).status === 0;
		if (!isDone) {
			throw new BrokerError('bad-usage', `The user ${user} could not be created. Create it, and repeat this command.`);
		}
	}
	const ids = { uid: idOf('-u'), gid: idOf('-g') };
	const ran = spawnSync(process.execPath, [program, '--version'], { ...ids, cwd: '/', env: {} });
	if (ran.status !== 0) {
		const message = `The user ${user} cannot run ${program} with ${process.execPath}.`;
		throw new BrokerError('bad-file', `${message} Let all users read both, and all folders above them.`);
	}
	return exists ? 'existing' : 'created';
}
