// The data that define an identifier scheme.

/**
 * Describes one identifier scheme: how its values are written, recognised, compared and addressed.
 * Its examples, which are its test, stand in the fixture beside its table.
 *
 * A value is read in three steps: a label (`doi:`) or web address (`https://doi.org/`) around it is
 * taken off, the rest is matched with `pattern`, and `canonical` makes its one spelling from the
 * match.
 */
export type Scheme = {
	/** Lower case, and what `Identifier.scheme` says. */
	readonly name: string;
	readonly title: string;
	/** Other names of the scheme, in lower case: `bibcode` for ads. */
	readonly aliases?: readonly string[];
	/**
	 * What may stand before a value, in any letter case, white space after it included: `doi:`,
	 * `urn:isbn:`.
	 */
	readonly labels?: readonly string[];
	/**
	 * Host and path before a value in its web addresses, without `https://` and `www.`; or a pattern
	 * of all of that. An address of these is one by rule with the identifier (sameByRule).
	 */
	readonly addresses?: readonly (string | RegExp)[];
	/** Other writings, each with the value that it stands for, tried where label and address fail. */
	readonly forms?: readonly Form[];
	/** Set where the values are web addresses, in which any character may be one of their own. */
	readonly isAddress?: true;
	/**
	 * Matches a value without label and address, anchored at both ends. Its time must grow with the
	 * length and no faster.
	 */
	readonly pattern: RegExp;
	/**
	 * Where a value ends, if the pattern does not know: `open` values run on to the end of the text,
	 * less the punctuation that a sentence leaves behind; to `verbatim` values even that may belong.
	 * Of all others the pattern knows it, and in an address a last slash, a query and a fragment are
	 * none of theirs.
	 */
	readonly end?: 'open' | 'verbatim';
	/** Normalises letter forms (the one-character ellipsis …) before the match. */
	readonly compatibilityForms?: true;
	/**
	 * Makes the canonical form; undefined where a check digit or range is wrong. Without it the match
	 * is canonical.
	 */
	readonly canonical?: (match: RegExpExecArray) => string | undefined;
	/** Matches what is meant as a value, also where its check digit is wrong; see wrongCheckDigit. */
	readonly checked?: RegExp;
	/**
	 * Whether values that differ only in the case of ASCII letters are one identifier; `kept` if left
	 * out. A `folded` scheme has foldLetterCase (folding.ts) of the canonical form as its comparison
	 * key.
	 */
	readonly letterCase?: 'kept' | 'folded';
	/**
	 * Makes the comparison key of a canonical form where folding letter case is not all there is to
	 * it.
	 */
	readonly key?: (canonical: string) => string;
	/**
	 * The web address: a template with `{}` for the canonical form, or a function that answers one or
	 * none.
	 */
	readonly url?: string | ((canonical: string) => string | undefined);
	/**
	 * When detection reports the scheme, if not always. `labelled`: for a value with a label or
	 * address only; `alone`: for such a value, and for another where no other scheme fits;
	 * `declared`: never, the sender has to say so.
	 */
	readonly detection?: 'labelled' | 'alone' | 'declared';
	/**
	 * What a value without label and address must look like to be detected, beyond `pattern`: a year
	 * is no PubMed identifier, and `and/or` is no handle.
	 */
	readonly bare?: RegExp;
	/**
	 * Finds a value without label and address inside a running text; left out where only a label or
	 * an address distinguishes it from other text.
	 */
	readonly inText?: RegExp;
	/** Schemes that detection leaves out where this one fits. */
	readonly outranks?: readonly string[];
	/**
	 * Recognises identifiers that stand beside those of works and are not meant then: of authors, of
	 * the journal, of a page where the work was seen.
	 */
	readonly goesAlong?: (canonical: string) => boolean;
	/** What is the same identifier under another scheme, by rule and with no link that says so. */
	readonly sameAs?: readonly Naming[];
	/** What includes an identifier: the work without its version, the repository of a page. */
	readonly broader?: readonly Naming[];
	/** How versions are numbered. */
	readonly versions?: Versions;
};

/**
 * Recognises a version of a work: `of` matches the work, what stands before the number, and the
 * number. `marks` are all that may stand before one.
 */
export type Versions = { readonly of: RegExp; readonly marks: readonly string[] };

/**
 * Rewrites a text that stands for a value: `$1` is what the first group matched, decoded; or a
 * function makes the value of the match. A `guess` is detected only where nothing else is. `longer`
 * lists what else the text may stand for, in the order of length; see longerReadings.
 */
export type Form = {
	readonly written: RegExp;
	readonly means: string | ((match: readonly string[]) => string);
	readonly guess?: true;
	readonly longer?: (match: readonly string[]) => readonly string[];
};

/**
 * Names an identifier by another one: canonical forms that match are `value` of `scheme`, in which
 * `$1` is what the first group matched, or what a function answers.
 */
export type Naming = {
	readonly of: RegExp;
	readonly scheme: string;
	readonly value: string | ((canonical: string) => string | undefined);
};
