// What a form was answered, for the page that is drawn again.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Failure } from '../asking/failure.ts';

/** Says what became of a form. */
export type Posted = {
	/** The name of the form. */
	form: string;
	/** What was filled in; it stays where it was refused, and where its answer is shown. */
	filled: Readonly<Record<string, readonly string[]>>;
	/** Said where it worked. */
	notice?: string | undefined;
	/** Why it was refused. */
	refusal?: Failure | undefined;
	/** What the form answered, where the page shows it. */
	answer?: unknown;
};

/** What a form has made and nothing can show again; `what` names it: "the token". */
export type ShownOnce = { once: string; what: string; advice: string };

/** Says whether a form has made such a thing. */
export function isShownOnce(answer: unknown): answer is ShownOnce {
	return typeof answer === 'object' && answer !== null && 'once' in answer;
}

/** The kind of a refusal because the session was over. */
export const sessionOver = 'session-over';

const longText = 4_096;

/**
 * Leaves long texts, under these names or all, out of the JSON that is written of something: a page that it
 * comes with has them in its fields already, or has no such fields.
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

/** Says what became of the form that was sent last, on this page. */
export function usePosted(): Posted | undefined {
	return useContext(PostedContext);
}
