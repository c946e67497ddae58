// The command that installs the systemd service.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readSettings } from '../../settings.ts';
import {
	type AnswerOptions,
	answersJson,
	type CommandContext,
	type InstalledService,
	printAnswer,
} from '../context.ts';

type Options = AnswerOptions & {
	publicUrl?: string;
	trustedProxies?: string;
	workers: number;
	to?: string;
	print?: true;
};

/** Adds `install-service`. */
export function addInstallServiceCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('install-service')
		.summary('install the systemd service')
		.description(
			'Writes the systemd units with the path of this program, and creates the user that they run as. Prints the ' +
				'commands that start the service. It writes /etc/link-broker/settings.env only if this file does not exist. ' +
				'Repeat it after an upgrade of link-broker or Node.js: it overwrites the units. Make your own changes with ' +
				'`systemctl edit`.',
		)
		.option('--public-url <address>', 'the public address, for PUBLIC_URL in settings.env')
		.option('--trusted-proxies <number>', 'the number of proxies in front, for TRUSTED_PROXIES in settings.env')
		.addOption(
			new Option('--workers <number>', 'the number of workers in the commands printed; they need PostgreSQL')
				.default(0)
				.argParser(readWorkers),
		)
		.option('--to <folder>', 'write the files below this folder, and create no user')
		.addOption(new Option('--print', 'print the files, and write nothing').conflicts('to'))
		.action((options: Options) => install(context, options));
	answersJson(
		command,
		'sudo link-broker install-service --public-url https://links.example.org --trusted-proxies 1',
		'sudo link-broker install-service --workers 2',
		'link-broker install-service --print',
	);
}

async function install(context: CommandContext, options: Options): Promise<void> {
	const { publicUrl, trustedProxies, workers, to, print = false } = options;
	const read = readSettings({ PUBLIC_URL: publicUrl, TRUSTED_PROXIES: trustedProxies });
	// As it was read, because a line end, a quote or a backslash has a meaning of its own in the file.
	const given = Object.entries({ PUBLIC_URL: read.publicUrl ?? undefined, TRUSTED_PROXIES: trustedProxies });
	const settings = Object.fromEntries(given.filter((one): one is [string, string] => one[1] !== undefined));
	const folder = to === undefined ? null : resolve(to);
	const installed = await context.composition.installService({ folder, settings, write: !print });
	const commands = print || folder !== null ? [] : nextCommands(installed, workers);
	const files = installed.files.map(({ path, state, text, mode }) => ({
		...{ path, state, mode: mode.toString(8) },
		// Existing settings have passwords.
		...(print && state !== 'kept' && { text }),
	}));
	const document = { files, user: installed.user, commands };
	if (print) {
		const text = files.map(({ path, text = 'exists and is kept\n' }) => `# ${path}\n${text}`).join('\n');
		return printAnswer(context, options, { document, text: text.trimEnd() });
	}
	noteSettings(context, installed, settings, workers);
	const words = { new: 'Wrote', replaced: 'Overwrote', kept: 'Kept' };
	const lines = installed.files.map(({ path, state }) => `${words[state]} ${path}`);
	if (installed.user === 'created') lines.push('Created the user link-broker');
	const next = commands.length === 0 ? [] : ['', 'Check settings.env, then run:', ...commands.map((one) => `  ${one}`)];
	printAnswer(context, options, { document, text: [...lines, ...next].join('\n') });
}

function nextCommands({ files }: InstalledService, workers: number): string[] {
	const units = ['link-broker', ...Array.from({ length: workers }, (_, at) => `link-broker-worker@${at + 1}`)];
	const isUpgrade = files.some(({ path, state }) => path.endsWith('/link-broker.service') && state === 'replaced');
	return [
		'systemctl daemon-reload',
		`systemctl enable --now ${units.join(' ')}`,
		...(isUpgrade ? ["systemctl restart link-broker 'link-broker-worker@*'"] : []),
	];
}

/** Notes what is left to set by hand in the settings. */
function noteSettings(
	{ terminal }: CommandContext,
	{ files }: InstalledService,
	settings: Readonly<Record<string, string>>,
	workers: number,
): void {
	const file = files.find(({ path }) => path.endsWith('/settings.env'));
	if (file === undefined) return;
	const lines = file.text.split('\n');
	const missing = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
	const left = missing.filter((line) => !lines.includes(line));
	if (left.length > 0) terminal.note(`${file.path} exists and was not changed. Set in it: ${left.join(', ')}`);
	if (workers > 0 && !/^DATABASE_URL="?postgres/m.test(file.text)) {
		terminal.note(`Workers need PostgreSQL. Set DATABASE_URL and SEARCH_URL in ${file.path} first.`);
	}
}

const mostWorkers = 64;

function readWorkers(text: string): number {
	const workers = Number(text);
	if (/^\d+$/.test(text) && workers <= mostWorkers) return workers;
	throw new InvalidArgumentError(`It must be a whole number up to ${mostWorkers}.`);
}
