// Examples of every identifier scheme by its name: what a reader should get, and what is none of it.
import { accessionExamples } from './accessions.fixture.ts';
import { authorityExamples } from './authorities.fixture.ts';
import { doiExamples } from './doi.fixture.ts';
import { generalExamples } from './general.fixture.ts';
import { literatureExamples } from './literature.fixture.ts';
import { numberExamples } from './numbers.fixture.ts';
import { persistentExamples } from './persistent.fixture.ts';

/** Holds what tests know of schemes, by the name of the scheme. */
export type Examples = Readonly<Record<string, SchemeExamples>>;

type SchemeExamples = {
	/** Real identifiers of the scheme, one at least. */
	readonly examples: readonly Example[];
	/**
	 * Texts that resemble an identifier of the scheme and are none: a wrong check digit, a digit too
	 * few.
	 */
	readonly misfits?: readonly string[];
};

type Example = {
	/** The canonical form. */
	readonly value: string;
	/** The comparison key; left out where it is the canonical form. */
	readonly key?: string;
	/** The web address; left out where there is none. */
	readonly url?: string;
	/** Other ways to write the same identifier. */
	readonly spellings?: readonly string[];
	/** Its representative, `scheme:value`: see sameByRule. */
	readonly sameAs?: string;
	/** What is broader, `scheme:value` each: see broaderIdentifiers. */
	readonly broader?: readonly string[];
};

const byScheme: Examples = {
	...doiExamples,
	...persistentExamples,
	...numberExamples,
	...literatureExamples,
	...authorityExamples,
	...accessionExamples,
	...generalExamples,
};

/** Answers the examples of a scheme and what is none of it; fails for a scheme without any. */
export function examplesOf(scheme: string): Required<SchemeExamples> {
	const found = byScheme[scheme];
	if (found === undefined) throw new Error(`no examples of the scheme ${scheme}`);
	return { misfits: [], ...found };
}
