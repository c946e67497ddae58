// A tool of assistants: how it is described, how its arguments are read, and what it answers.
import type { z } from 'zod';
import { readParametersBy, wholeNumberOr } from '../../broker/searching/parameters.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { checkedJson } from '../answers/json-body.ts';
import type { Asked } from './ask.ts';

type Definition<Input extends z.ZodObject, Output extends z.ZodObject, Read> = {
	name: string;
	title: string;
	description: string;
	input: Input;
	output: Output;
	/** Fails with the words that the assistant reads. */
	answer(given: Read, asked: Asked): Promise<z.input<Output>>;
};

/** A tool with its arguments as they arrive. */
export type Tool = Definition<z.ZodObject, z.ZodObject, unknown>;

/** Makes a tool whose arguments become the parameters of an address. */
export function questionTool<Input extends z.ZodObject, Output extends z.ZodObject>(
	definition: Definition<Input, Output, Record<string, string>>,
): Tool {
	const { input, answer } = definition;
	return { ...definition, answer: async (given, asked) => answer(readArguments(input, given), asked) };
}

/** Makes a tool whose arguments become a body in JSON. */
export function bodyTool<Input extends z.ZodObject, Output extends z.ZodObject>(
	definition: Definition<Input, Output, z.output<Input>>,
): Tool {
	const { input, answer } = definition;
	return { ...definition, answer: async (given, asked) => answer(checkedJson(given, input), asked) };
}

/** The number of results by default. */
export const usualRows = 10;
/** The most works or relationships of one answer. */
export const mostRows = 50;

/** Describes the number of results of one answer. */
export const rowsSchema = wholeNumberOr(usualRows, 'size', 1, mostRows).meta({
	description: 'The number of results.',
});

/**
 * Checks the arguments of a tool that become the parameters of an address. Fails with `bad-query`.
 * Without them, a parameter has the default of the tool.
 */
function readArguments<T extends z.ZodObject>(schema: T, given: unknown): Record<string, string> {
	const texts: Record<string, string> = {};
	for (const [field, value] of Object.entries((given ?? {}) as object)) {
		if (value === null || value === undefined) continue;
		if (typeof value !== 'string' && !Number.isSafeInteger(value))
			throw wrongParameter(field, `${field} must be a text or a whole number.`);
		texts[field] = String(value);
	}
	const read = readParametersBy(schema, texts) as Record<string, unknown>;
	for (const [name, value] of Object.entries(read)) {
		if (!(name in texts) && (typeof value === 'string' || typeof value === 'number')) texts[name] = String(value);
	}
	return texts;
}
