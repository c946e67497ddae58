// Reads a broker's own definitions of a citation from the text of a file, in YAML or JSON.
import { z } from 'zod';
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { readYaml, type YamlDocument } from '../../formats/dialects/syntaxes/read-yaml.ts';
import { flagNames, flagsNamed, longestDefinitionName } from './counting-parameters.ts';
import { builtInDefinitions, type Definition, levels, relationsToCount } from './definitions.ts';

const mostDefinitions = 100;
const longestWords = 500;

/** Describes a list of some of these names, each once. */
function someOf<const Name extends string>(names: readonly Name[]) {
	const words = `must be a list of some of ${names.join(', ')}, each once`;
	const one = z.enum(names, { error: words });
	return z.array(one, { error: words }).refine((given) => new Set(given).size === given.length, words);
}

const definitionSchema = z.strictObject(
	{
		name: z
			.string('must be a text')
			.max(longestDefinitionName, `must have at most ${longestDefinitionName} characters`)
			.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens between them'),
		version: z.int('must be a whole number from 1').min(1, 'must be a whole number from 1'),
		since: z.iso.date('must be a day such as 2026-11-30'),
		words: z
			.string(`must be one or two sentences for people`)
			.trim()
			.min(1, 'must be one or two sentences for people')
			.max(longestWords, `must have at most ${longestWords} characters`),
		relations: someOf(relationsToCount)
			.min(1, `must name one of ${relationsToCount.join(', ')}, or be omitted`)
			.nullable()
			.default(null),
		levels: someOf(levels)
			.min(1, `must name one of ${levels.join(', ')}, or be omitted`)
			.default([...levels]),
		exclude: someOf(flagNames).transform(flagsNamed).default([]),
	},
	'must be a definition with a name, version, since and words',
);

const fileSchema = z
	.array(definitionSchema, 'must be a list of definitions')
	.max(mostDefinitions, `must have at most ${mostDefinitions} definitions`);

/**
 * Reads the definitions of a text; `file` is its name. Fails with `bad-file` where they cannot be
 * used, with the line of each fault.
 */
export function readDefinitions(text: string, file: string): readonly Definition[] {
	// Editors on Windows begin a file with a byte order mark.
	const [document, second] = readYaml(text.replace(/^\ufeff/, ''), file);
	if (document === undefined || second !== undefined) {
		const found = document === undefined ? 'it is empty' : `a second document begins in line ${second?.line}`;
		throw new BrokerError('bad-file', `${file} must hold one list of definitions; ${found}.`);
	}
	const { success, data, error } = fileSchema.safeParse(document.value);
	const faults = success ? repeatedNames(data) : error.issues.flatMap(faultsOf);
	if (success && faults.length === 0) return data;
	const problems = faults.map((fault) => ({ message: inWords(fault, document, file) }));
	throw wrongInput('bad-file', problems);
}

type Fault = { path: readonly PropertyKey[]; message: string };

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
	if (issue.code !== 'unrecognized_keys') return [issue];
	const known = Object.keys(definitionSchema.shape).join(', ');
	return issue.keys.map((key) => ({ path: [...issue.path, key], message: `is no field; use ${known}` }));
}

function repeatedNames(definitions: readonly Definition[]): Fault[] {
	const taken = new Map(builtInDefinitions.map(({ name }) => [name, 'is the name of a built-in definition']));
	return definitions.flatMap(({ name }, at) => {
		const why = taken.get(name);
		taken.set(name, 'is the name of another definition');
		return why === undefined ? [] : [{ path: [at, 'name'], message: `${JSON.stringify(name)} ${why}` }];
	});
}

function inWords({ path, message }: Fault, { lineAt }: YamlDocument, file: string): string {
	const place = path.filter((part) => typeof part === 'string').join('.');
	return `${file}, line ${lineAt(path)}: ${place || 'it'} ${message}.`;
}
