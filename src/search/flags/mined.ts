// Which assertions programs made that found a link in texts, or inferred it from others.
import { type HistoryItem, providerKey } from '../../links/provenance.ts';

/**
 * Words that say so: Europe PMC writes how it found a link (`tm_accession`), OpenAIRE that it
 * inferred one.
 */
const minedWord = /^tm_|^text[-_ ]?min|^inferred/i;

/** Providers all of whose links are such: the sources of the Data Citation Corpus that read texts. */
const minedProviders: ReadonlySet<string> = new Set(
	['Data Citation Corpus (eupmc)', 'Data Citation Corpus (czi)'].map(providerKey),
);

/**
 * Why an assertion counts as made by a program: by its provider, or by all of its words. Undefined for
 * all others, for all we know of authors, publishers and editors.
 */
export function minedBy({ provider, subTypes, reversed = [] }: HistoryItem): 'provider' | 'words' | undefined {
	if (minedProviders.has(providerKey(provider))) return 'provider';
	const words = [...subTypes, ...reversed];
	return words.length > 0 && words.every((word) => minedWord.test(word)) ? 'words' : undefined;
}
