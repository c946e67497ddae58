// What one setting consists of.
import type { Reader } from './readers.ts';

/** Holds the largest number of bytes that a setting accepts. */
export const maxBytes = 1_000_000_000_000;

/**
 * Describes one setting. `byDefault` is the text that an empty or missing variable stands for; null
 * means no value.
 */
export type Setting<T, Default = string | null> = Reader<T> & {
	variable: string;
	byDefault: Default;
	meaning: string;
	example?: string;
};

/** Describes a setting by its parts. */
export function setting<T, Default extends string | null>(
	variable: string,
	byDefault: Default,
	reader: Reader<T>,
	meaning: string,
	example?: string,
): Setting<T, Default> {
	return { variable, byDefault, meaning, ...(example && { example }), ...reader };
}
