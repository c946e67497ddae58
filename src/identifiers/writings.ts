// Holds the ways in which one text may be meant, each made once for all the schemes by which it is
// read; knows no scheme.
import { unproxied } from './address.ts';
import { cleaned, identifierMaxLength, percentDecoded, plainlyWritten, visible } from './written-form.ts';

export type Writings = {
	/** Without what cannot be seen. */
	readonly seen: string;
	/** As identifiers are written: see cleaned. */
	readonly clean: string;
	/** What the clean text is otherwise, made when it is first asked for. */
	readonly others: () => OtherWritings;
};

export type OtherWritings = {
	/** Decoded; undefined where there is nothing to decode. */
	readonly decoded: string | undefined;
	/** The address behind the proxy of a library; undefined where no proxy is seen. */
	readonly behindProxy: string | undefined;
};

/** Answers the ways in which a text may be meant. */
export function writingsOf(text: string): Writings {
	const seen = visible(text);
	const clean = plainlyWritten(seen);
	let others: OtherWritings | undefined;
	return {
		seen,
		clean,
		others: () => {
			others ??= otherWritings(clean);
			return others;
		},
	};
}

function otherWritings(clean: string): OtherWritings {
	if (clean.length > identifierMaxLength) return { decoded: undefined, behindProxy: undefined };
	const decoded = clean.includes('%') ? cleaned(percentDecoded(clean)) : clean;
	const behindProxy = unproxied(clean);
	return {
		decoded: decoded === clean ? undefined : decoded,
		behindProxy: behindProxy === undefined ? undefined : cleaned(behindProxy),
	};
}
