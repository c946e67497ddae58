// The generated pages of docs/reference, in Markdown: command line, settings, definitions, errors and
// metrics.
import { Command, type Option } from 'commander';
import { builtInDefinitions } from '../src/broker/counting/definitions.ts';
import { showDefinitions } from '../src/broker/counting/describe-definitions.ts';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import type { CommandContext } from '../src/cli/context.ts';
import type { Terminal } from '../src/cli/terminal/terminal.ts';
import { commandLineErrors, errorCatalogue } from '../src/errors.ts';
import { listMetrics } from '../src/http/operations/metrics.ts';
import { type SettingDefinition, settingThemes } from '../src/settings.ts';

/** The generated pages by their file in docs/reference. */
export const references: Readonly<Record<string, () => string>> = {
	'cli.md': renderCli,
	'settings.md': renderSettings,
	'definitions.md': renderDefinitions,
	'errors.md': renderErrors,
	'metrics.md': renderMetrics,
};

const columns = 120;

function renderSettings(): string {
	const introduction = `# Settings

Settings are environment variables. They are read and checked at the start; a wrong value ends the program with exit
status 2 and a message that names the variable. An empty variable counts as not set.`;
	const themes = settingThemes.map(({ title, note, settings }) =>
		[`## ${title}`, ...(note ? [wrap(note)] : []), ...Object.values(settings).map(renderSetting)].join('\n\n'),
	);
	return page([introduction, ...themes]);
}

function renderSetting({ variable, byDefault, allowed, unit, meaning, example }: SettingDefinition): string {
	const megabytes = Number(byDefault) / 2 ** 20;
	const size = unit === 'bytes' ? ` (${megabytes.toLocaleString('en')} MiB)` : '';
	const facts = [
		byDefault === null ? 'No default.' : `Default: \`${byDefault}\`${size}.`,
		`Allowed: ${allowed}.`,
		...(example === undefined ? [] : [`Example: \`${example}\`.`]),
	];
	return `### \`${variable}\`\n\n${wrap(meaning)}\n\n${wrap(facts.join(' '))}`;
}

function renderDefinitions(): string {
	const { definitions, flags, groups } = showDefinitions(builtInDefinitions);
	const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
	const list = (items: readonly string[]) => items.map((item) => wrap(`- ${item}`, '  ')).join('\n');
	return page([
		'# Definitions and flags',
		wrap(
			'[What counts as a citation](../guides/definitions.md) explains their use. `GET /definitions` returns these lists.',
		),
		'## Definitions',
		list(
			definitions.map(({ name, version, words, relations, levels, exclude }) => {
				const counts = relations ? `Relations: ${relations.join(', ')}.` : 'Relations: those that are asked for.';
				const left = exclude.length > 0 ? ` Leaves out: ${code(exclude)}.` : '';
				return `\`${name}\` (version ${version}): ${words} ${counts} Levels: ${levels.join(', ')}.${left}`;
			}),
		),
		'## Flags',
		wrap('A link that is left out is counted under the first of its flags in this order.'),
		list(
			flags.map(
				({ name, words, unknown_if: when }) => `\`${name}\`: ${words}${when === null ? '' : ` Unknown if ${when}.`}`,
			),
		),
		'## Names of several flags',
		list(Object.entries(groups).map(([name, those]) => `\`${name}\`: ${code(those)}`)),
	]);
}

function renderErrors(): string {
	const introduction = `# Errors

Over HTTP, a failure is a problem document (RFC 9457): its \`type\` ends in one of these codes, and \`detail\` says what is
wrong. On the command line, \`--json\` prints the code. A command also exits with 3 for an unknown identifier, and with
130 if it is interrupted.`;
	const items = Object.entries(errorCatalogue).map(([code, { status, exit, title, advice }]) => {
		const isLocal = commandLineErrors.some((other) => other === code);
		const statuses = [...(isLocal ? [] : [status]), ...(exit === 1 ? [] : [`exit ${exit}`])].join(', ');
		const isImplied = title.toLowerCase() === code.replaceAll('-', ' ');
		const text = `- \`${code}\`${statuses && ` (${statuses})`}: ${isImplied ? '' : `${title}. `}${advice}`;
		return { isLocal, item: wrap(text, '  ') };
	});
	const itemsWhere = (local: boolean) => items.flatMap(({ isLocal, item }) => (isLocal === local ? [item] : []));
	return page([
		introduction,
		'## Over HTTP and on the command line',
		'In parentheses: the HTTP status, and the exit status if it is not 1.',
		itemsWhere(false).join('\n'),
		'## On the command line only',
		itemsWhere(true).join('\n'),
	]);
}

function renderMetrics(): string {
	const introduction = `# Metrics

\`GET /metrics\` at \`METRICS_PORT\` exports these metrics for Prometheus. Labels are in braces. A metric that
cannot be read at the moment is left out.`;
	const metrics = listMetrics();
	const itemsOf = (isMeant: (type: string) => boolean) =>
		metrics
			.filter(({ type }) => isMeant(type))
			.map(({ name, help, labels }) => {
				const braces = labels.length === 0 ? '' : `{${labels.join(',')}}`;
				return wrap(`- \`${name}${braces}\`: ${help}`, '  ');
			})
			.join('\n');
	return page([
		introduction,
		'## Gauges',
		wrap(
			'Each describes the whole broker, whichever process reports it. Take the highest value (`max`), but the lowest ' +
				'(`min`) of `link_broker_dependency_up` and `link_broker_ready`.',
		),
		itemsOf((type) => type === 'gauge'),
		'## Counters and histograms',
		'They belong to one process: add them up (`sum`).',
		itemsOf((type) => type !== 'gauge'),
		'## The process',
		'`process_*` and `nodejs_*`: memory, processor time, open files, event loop, garbage collection.',
	]);
}

function page(paragraphs: readonly string[]): string {
	return `${paragraphs.join('\n\n')}\n`;
}

/** Breaks a paragraph into lines; `indent` begins all but the first. */
function wrap(text: string, indent = ''): string {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		if (line !== '' && line.length + 1 + word.length > columns) {
			lines.push(line);
			line = indent + word;
		} else line += line === '' ? word : ` ${word}`;
	}
	return [...lines, line].join('\n');
}

/** Renders the reference of all commands: their helps without the options that nearly all have. */
function renderCli(): string {
	const [program, ...commands] = listCommands(buildProgram(helpOnly));
	const isGroup = ({ command }: { command: Command }) => command.commands.length > 0;
	const withoutJson = commands.filter((one) => !isGroup(one) && !one.command.options.some(isJson));
	const names = withoutJson.map(({ command }) => `\`${command.name()}\``);
	const introduction = [
		'# Command line',
		wrap(
			'Results go to standard output, progress and logs to standard error. The exit status is 0 if a command is done, ' +
				'1 if it failed or `doctor` found faults, 2 for wrong usage, 3 for an unknown identifier or if `objects find` ' +
				'finds no work, and 130 if it was interrupted.',
		),
		wrap(
			'All commands have `-h, --help`, and all except ' +
				`${names.slice(0, -1).join(', ')} and ${names.at(-1)} have \`--json\`, which prints one JSON document. If the ` +
				'command fails, the document is `{"error": {"code", "message", "problems"}}`. Both options are omitted below.',
		),
	];
	const sections = commands.flatMap((one) => {
		const heading = `## \`${one.name}\``;
		if (!isGroup(one)) return [heading, textBlock(helpOf(one.command, sharedOptions(one.command.parent)))];
		const shared = sharedOptions(one.command);
		const sharing = shared.length === 0 ? [] : ['Options that most of its commands share:', sharedBlock(one.command)];
		return [heading, wrap(one.command.description()), ...sharing];
	});
	return page([...introduction, textBlock(helpOf((program as { command: Command }).command, [])), ...sections]);
}

function textBlock(text: string): string {
	return `\`\`\`text\n${text.trim()}\n\`\`\``;
}

const isJson = ({ long }: Option): boolean => long === '--json';

const keyOf = ({ flags, description }: Option): string => `${flags} ${description}`;

/** Lists options that most commands of a group have with the same description. */
function sharedOptions(group: Command | null): Option[] {
	const commands = group?.commands ?? [];
	const all = commands.flatMap(({ options }) => options.filter((option) => !isJson(option)));
	const alike = Map.groupBy(all, keyOf);
	return [...alike.values()].flatMap(([first, ...others]) =>
		first && others.length >= commands.length / 2 ? [first] : [],
	);
}

/** Writes the help of a command without `--help`, `--json`, and the options shared by its group. */
function helpOf(command: Command, shared: readonly Option[]): string {
	let help = '';
	const keys = shared.map(keyOf);
	const isShared = (option: Option) => keys.includes(keyOf(option));
	const isOmitted = (option: Option) => option.long === '--help' || isJson(option) || isShared(option);
	command.configureHelp({ visibleOptions: (one) => one.options.filter((option) => !isOmitted(option)) });
	command.configureOutput({ ...command.configureOutput(), writeOut: (text) => (help += text) }).outputHelp();
	if (!command.options.some(isShared)) return help;
	return help.replace(
		/\n(?=\nExamples?:)/,
		`\n\nShared options: see \`${command.parent?.parent?.name()} ${command.parent?.name()}\`.\n`,
	);
}

/** Writes the options that the commands of a group share. */
function sharedBlock(group: Command): string {
	const listing = new Command('shared').helpOption(false);
	for (const option of sharedOptions(group)) listing.addOption(option);
	const [, options = ''] = listing.helpInformation().split('Options:\n');
	return textBlock(`Options:\n${options}`);
}

const silent: Terminal = {
	width: null,
	interactive: false,
	write: () => undefined,
	writeWaiting: noCommandRuns,
	print: () => undefined,
	note: () => undefined,
	table: () => '',
	progress: () => ({ show: () => undefined, end: () => undefined }),
	askSecret: noCommandRuns,
	ask: noCommandRuns,
};

/** Stands in for everything that commands work with, where they are only asked for their help. */
export const helpOnly: CommandContext = {
	terminal: silent,
	composition: {
		open: noCommandRuns,
		serve: noCommandRuns,
		work: noCommandRuns,
		assist: noCommandRuns,
		migrate: noCommandRuns,
		backUp: noCommandRuns,
		restore: noCommandRuns,
		dump: noCommandRuns,
		installService: noCommandRuns,
		lowerPriority: noCommandRuns,
	},
	settings: noCommandRuns,
	by: { who: '', address: null },
	now: () => 0,
	markFailed: noCommandRuns,
	markUnknown: noCommandRuns,
	markInterrupted: noCommandRuns,
	interruption: noCommandRuns,
};

function noCommandRuns(): never {
	throw new Error('the reference runs no command');
}
