// Reads the query of an address into parameters, each given once.
import { shortened, unknownParameter, wrongInput } from '../../errors/wrong-input.ts';
import type { BrokerError, Problem } from '../../errors.ts';

const longestShown = 60;

/** Decoded parameters by name, without a prototype: a parameter may have any name. */
export type Parameters = Record<string, string>;

/** `only`: the names of the parameters to read; `lists`: those whose values are joined, one per line. */
type Reading = { only?: readonly string[]; lists?: readonly string[] };

/**
 * Reads the query of an address. Fails with `bad-query` for parameters that are repeated or wrongly
 * encoded.
 */
export function readParameters(url: string, reading: Reading = {}): Parameters {
	const parameters: Parameters = Object.create(null);
	const start = url.indexOf('?');
	if (start === -1) return parameters;
	const hash = url.indexOf('#', start);
	const problems = new Map<string, Problem>();
	for (const part of url.slice(start + 1, hash === -1 ? undefined : hash).split('&')) {
		if (part !== '') addParameter(parameters, part, problems, reading);
	}
	if (problems.size > 0) throw badQuery([...problems.values()]);
	return parameters;
}

/**
 * Reads the parameters of a page for people. Ignores unknown parameters, which shared links have
 * (`utm_source`), and empty ones, which forms send. The values of `ticked` are joined by commas, since
 * a form sends each box that is ticked. The schema refuses wrong values of known parameters.
 */
export function readPageParameters(url: string, known: readonly string[], ticked: readonly string[] = []): Parameters {
	const given = Object.entries(readParameters(url, { only: known, lists: ticked }));
	const trimmed = given.map(
		([name, value]) => [name, (ticked.includes(name) ? value.replaceAll('\n', ',') : value).trim()] as const,
	);
	return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/** Refuses parameters other than these with `bad-query`. */
export function refuseOthers(parameters: Parameters, known: readonly string[]): void {
	const problems = Object.keys(parameters)
		.filter((name) => !known.includes(name))
		.map((field) => unknownParameter(field, known));
	if (problems.length > 0) throw badQuery(problems);
}

/** Makes the failure of a wrong query from its problems. */
export function badQuery(problems: readonly Problem[]): BrokerError {
	return wrongInput('bad-query', problems);
}

function addParameter(
	parameters: Parameters,
	part: string,
	problems: Map<string, Problem>,
	{ only, lists = [] }: Reading,
): void {
	const note = (named: string, wrong: string): void => {
		const field = shortened(named, longestShown);
		if (!problems.has(named)) problems.set(named, { field, message: `${field} ${wrong}.` });
	};
	const equals = part.indexOf('=');
	const rawName = equals === -1 ? part : part.slice(0, equals);
	const name = decode(rawName);
	if (only && (name === undefined || !only.includes(name))) return;
	const value = equals === -1 ? '' : decode(part.slice(equals + 1));
	if (name === undefined || value === undefined) {
		note(name ?? rawName, 'is not percent-encoded UTF-8; write a percent sign itself as %25');
	} else if (!(name in parameters)) {
		parameters[name] = value;
	} else if (lists.includes(name)) {
		parameters[name] += `\n${value}`;
	} else note(name, 'is given more than once; give it once');
}

function decode(text: string): string | undefined {
	const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
	if (!spaced.includes('%')) return spaced;
	try {
		return decodeURIComponent(spaced);
	} catch {
		return undefined;
	}
}
