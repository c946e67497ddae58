// The result of a form, for the page that is drawn again.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Failure } from '../asking/failure.ts';

/** Holds the result of a form. */
export type Posted = {
	/** The name of the form. */
	form: string;
	/** The values of the form; they stay after a refusal, or next to a shown answer. */
	filled: Readonly<Record<string, readonly string[]>>;
	/** The message after success. */
	notice?: string | undefined;
	/** The reason of a refusal. */
	refusal?: Failure | undefined;
	/** The answer to the form, if the page shows it. */
	answer?: unknown;
};

/** A created secret that cannot be shown again; `what` names it: "the token". */
export type ShownOnce = { once: string; what: string; advice: string };

/** Returns whether an answer holds such a secret. */
export function isShownOnce(answer: unknown): answer is ShownOnce {
	return typeof answer === 'object' && answer !== null && 'once' in answer;
}

/** The code of a refusal because the session has expired. */
export const sessionExpired = 'session-expired';

const longText = 4_096;

/**
 * Omits long texts, under these names or all, when an object is written as JSON: the fields of its
 * page hold them already, or are not needed.
 */
export function writtenBriefly<T extends object>(held: T, names?: readonly (keyof T)[]): T {
	const isLong = (name: string, value: unknown) =>
		(names?.includes(name as keyof T) ?? true) && name.length + lengthOf(value) > longText;
	const toJSON = () => Object.fromEntries(Object.entries(held).filter(([name, value]) => !isLong(name, value)));
	return Object.defineProperty(held, 'toJSON', { value: toJSON });
}

function lengthOf(value: unknown): number {
	if (typeof value === 'string') return value.length;
	return Array.isArray(value) ? value.reduce((sum, each) => sum + lengthOf(each) + 1, 0) : 0;
}

export const PostedContext = createContext<Posted | undefined>(undefined);

/** Returns the result of the form that was sent last on this page. */
export function usePosted(): Posted | undefined {
	return useContext(PostedContext);
}
