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

export const PostedContext = createContext<Posted | undefined>(undefined);

/** Says what became of the form that was sent last, on this page. */
export function usePosted(): Posted | undefined {
	return useContext(PostedContext);
}
