// The command that prints completion scripts for shells.
import { Argument, type Command, type Option } from 'commander';
import { shellQuoted } from '../../formats/shell-word.ts';
import { type CommandContext, withExamples } from '../context.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Adds `completion`. */
export function addCompletionCommand(program: Command, { terminal }: CommandContext): void {
	const command = program
		.command('completion')
		.summary('print a completion script for a shell')
		.description('Prints a script that lets a shell complete commands, options and values.')
		.addArgument(new Argument('<shell>', 'the shell').choices(shells))
		.action((shell: (typeof shells)[number]) => terminal.write(renderers[shell](listPlaces(program))));
	withExamples(
		command,
		'source <(link-broker completion bash)',
		'link-broker completion fish > ~/.config/fish/completions/link-broker.fish',
	);
}

/** A place in the tree of commands: its path, what may follow, and options with fixed values. */
type Place = {
	path: string;
	words: { word: string; description: string }[];
	values: { option: string; choices: readonly string[] }[];
	takesFiles: boolean;
};

function listPlaces(command: Command, path = ''): Place[] {
	const help = command.createHelp();
	const options = help.visibleOptions(command);
	const below = command.commands.map((one) => ({ word: one.name(), description: help.subcommandDescription(one) }));
	const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
	const place: Place = {
		path,
		words: [
			...below,
			...choices.map((word) => ({ word, description: '' })),
			...options.map((option) => ({ word: longFlag(option), description: option.description })),
		],
		values: options.flatMap((option) =>
			option.argChoices ? [{ option: longFlag(option), choices: option.argChoices }] : [],
		),
		takesFiles: command.registeredArguments.some((argument) => argument.name() === 'file'),
	};
	return [place, ...command.commands.flatMap((one) => listPlaces(one, `${path} ${one.name()}`.trim()))];
}

function longFlag({ long, short }: Option): string {
	return long ?? short ?? '';
}

type Renderer = (places: readonly Place[]) => string;

const renderers: Record<(typeof shells)[number], Renderer> = { bash: renderBash, zsh: renderZsh, fish: renderFish };

function renderBash(places: readonly Place[]): string {
	return `# Completion of link-broker for bash.
_link_broker() {
  local place='' words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$place \${COMP_WORDS[index]}" in
      ${pathsPattern(places)}) place="$place \${COMP_WORDS[index]}" ;;
    esac
  done
  case "$place" in
${wordCases(places, (words) => `words=${shellQuoted(words.join(' '))}`)}
  esac
  case "$place \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases(places, (words) => `words=${shellQuoted(words.join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _link_broker link-broker
`;
}

function renderZsh(places: readonly Place[]): string {
	return `#compdef link-broker
# Completion of link-broker for zsh.
_link_broker() {
  local place='' index
  for ((index = 2; index < CURRENT; index++)); do
    case "$place $words[index]" in
      ${pathsPattern(places)}) place="$place $words[index]" ;;
    esac
  done
  case "$place $words[CURRENT-1]" in
${valueCases(places, (words) => `compadd -- ${words.map(shellQuoted).join(' ')}; return`)}
  esac
  case "$place" in
${wordCases(places, (words, { takesFiles }) => {
	const files = takesFiles ? '; _files' : '';
	return `compadd -- ${words.map(shellQuoted).join(' ')}${files}`;
})}
  esac
}
compdef _link_broker link-broker
`;
}

function renderFish(places: readonly Place[]): string {
	const lines = places.flatMap(({ path, words, values, takesFiles }) => {
		const here = `complete -c link-broker -n ${shellQuoted(`__link_broker_at ${shellQuoted(path)}`)}`;
		return [
			...words.map(({ word, description }) => {
				const choices = values.find(({ option }) => option === word)?.choices;
				const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
				const chosen = choices ? ` -xa ${shellQuoted(choices.join(' '))}` : '';
				return `${here} ${what}${chosen} -d ${shellQuoted(description)}`;
			}),
			...(takesFiles ? [`${here} -F`] : []),
		];
	});
	return `# Completion of link-broker for fish.
function __link_broker_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch (string trim "$place $word")
      case ${places
				.slice(1)
				.map(({ path }) => shellQuoted(path))
				.join(' ')}
        set place (string trim "$place $word")
    end
  end
  test "$place" = "$argv[1]"
end
complete -c link-broker -f
${lines.join('\n')}
`;
}

function pathsPattern(places: readonly Place[]): string {
	return places
		.slice(1)
		.map(({ path }) => shellQuoted(` ${path}`))
		.join('|');
}

function wordCases(places: readonly Place[], then: (words: readonly string[], place: Place) => string): string {
	return places
		.map((place) => {
			const words = place.words.map(({ word }) => word);
			return `    ${shellQuoted(place.path && ` ${place.path}`)}) ${then(words, place)} ;;`;
		})
		.join('\n');
}

function valueCases(places: readonly Place[], then: (words: readonly string[]) => string): string {
	return places
		.flatMap(({ path, values }) =>
			values.map(({ option, choices }) => `    ${shellQuoted(` ${path} ${option}`)}) ${then(choices)} ;;`),
		)
		.join('\n');
}
