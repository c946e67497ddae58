// The options of commands that search and list: made from the schema that HTTP uses for the same
// parameters. `group_by` becomes `--group-by`, here and in failures.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { inWords } from '../errors/wrong-input.ts';
import { BrokerError } from '../errors.ts';
import type { AnswerOptions } from './context.ts';

/** Adapts a schema to the command line. */
type Asking = {
	/** The parameters that are arguments, in order; `q...` takes all remaining words, `[q...]` also none. */
	args?: readonly string[];
	/** The parameters that the command line lacks. */
	without?: readonly string[];
	/** Descriptions in place of those of the schema; `<event_id> …` also names the value. */
	words?: Readonly<Record<string, string>>;
};

/** The JSON Schema of a parameter. */
type Parameter = {
	type?: string;
	enum?: readonly string[];
	minimum?: number;
	maximum?: number;
	default?: unknown;
	description?: string;
	example?: string;
};

/** Unchecked parameters by name. */
export type RawParameters = Record<string, string>;

/** Names the values of some parameters: `--from <date>`. */
const placeholders: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries({
		identifier: ['id', 'via'],
		identifiers: ['only'],
		range: ['publication_year'],
		level: ['group_by'],
		order: ['sort'],
		query: ['q'],
		date: ['from', 'to', 'since', 'until'],
		email: ['who'],
		cursor: ['after'],
		scheme: ['other_scheme'],
		flags: ['exclude', 'flagged'],
		name: ['provider', 'subject', 'subtype', 'definition'],
	}).flatMap(([placeholder, names]) => names.map((name) => [name, placeholder])),
);

/**
 * Adds the parameters of a schema to a command, as arguments and options. `act` gets the unchecked
 * parameters and all options. Its failures name options instead of parameters.
 */
export function addQuestion<Options extends AnswerOptions>(
	command: Command,
	schema: z.ZodObject,
	{ args = [], without = [], words = {} }: Asking,
	act: (asked: RawParameters, options: Options) => Promise<void>,
): void {
	const argNames = args.map((arg) => arg.replaceAll(/[[\].]/g, ''));
	const nameOf = (parameter: string) =>
		argNames.includes(parameter) ? `<${parameter}>` : `--${parameter.replaceAll('_', '-')}`;
	const parameters = parametersOf(schema);
	const names = Object.keys(parameters).filter((name) => !without.includes(name));
	const describe = (name: string) => words[name] ?? describeParameter(parameters[name] as Parameter, names, nameOf);
	for (const [at, arg] of args.entries())
		command.argument(arg.startsWith('[') ? arg : `<${arg}>`, describe(argNames[at] as string));
	const options = names
		.filter((name) => !argNames.includes(name))
		.map((name) => {
			const { enum: choices, type } = parameters[name] as Parameter;
			const [, own, words] = /^<(\w+)> (.*)$/.exec(describe(name)) ?? [];
			const placeholder = own ?? placeholders[name] ?? (type === 'integer' ? 'number' : name);
			const option = new Option(`${nameOf(name)} <${placeholder}>`, words ?? describe(name));
			if (choices) option.choices(choices).argParser(choiceReader(schema.shape[name] as z.ZodType, choices));
			command.addOption(option);
			return [name, option.attributeName()] as const;
		});
	command.action(async (...given: unknown[]) => {
		// Commander gives the arguments, then the options, then the command.
		const values = given.at(-2) as Options & Readonly<Record<string, string | undefined>>;
		const asked: RawParameters = {};
		for (const [at, name] of argNames.entries()) {
			const words = [given[at]].flat();
			if (words.length > 0) asked[name] = words.join(' ');
		}
		for (const [name, attribute] of options) if (values[attribute] !== undefined) asked[name] = values[attribute];
		try {
			await act(asked, values);
		} catch (error) {
			throw renamed(error, nameOf);
		}
	});
}

function parametersOf(schema: z.ZodObject): Record<string, Parameter> {
	const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
	// JSON Schema omits the default of a number that is written as text.
	return Object.fromEntries(
		Object.entries(schema.shape).map(([name, own]) => [name, { ...(properties[name] as Parameter), ...own.meta() }]),
	);
}

/** Refuses other values than the choices, in the words of commander. */
function choiceReader(parameter: z.ZodType, choices: readonly string[]): (text: string) => string {
	return (text) => {
		if (parameter.safeParse(text).success) return text;
		throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
	};
}

/** Creates what reads a number that a command lists. */
export function numberListedBy(command: string): (text: string) => number {
	return (text) => {
		if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
		throw new InvalidArgumentError(`It must be a number that \`${command}\` shows.`);
	};
}

/** Writes the description of a parameter like those of other options: `how many …, 1 to 1000`. */
function describeParameter(
	{ description = '', minimum, maximum, default: byDefault, enum: choices, example }: Parameter,
	names: readonly string[],
	nameOf: (parameter: string) => string,
): string {
	const renamed = names
		.filter((name) => name.includes('_') || name === 'id' || name === 'ids')
		.reduce((text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), nameOf(name)), description)
		.replaceAll(/(--[a-z]+(?:-[a-z]+)*)=/g, '$1 ');
	const text = renamed.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
	return [
		text,
		maximum === undefined ? '' : `, ${minimum} to ${maximum}`,
		example === undefined || choices || text.includes('such as') ? '' : ` (such as ${example})`,
		byDefault === undefined ? '' : ` (default: ${byDefault})`,
	].join('');
}

function renamed(error: unknown, nameOf: (parameter: string) => string): unknown {
	if (!(error instanceof BrokerError) || error.problems.length === 0) return error;
	const problems = error.problems.map(({ field, message, ...place }) => {
		if (field === undefined) return { ...place, message };
		const words = message.startsWith(`${field} `) ? nameOf(field) + message.slice(field.length) : message;
		return { ...place, field: nameOf(field), message: words };
	});
	const saysOnlyThat = error.message === inWords(error.problems);
	return new BrokerError(error.code, saysOnlyThat ? inWords(problems) : error.message, {
		problems,
		cause: error.cause,
	});
}
