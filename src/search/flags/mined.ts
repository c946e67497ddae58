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

/** Whether a program made an assertion. Authors, publishers and editors made all others, for all we know. */
export function isMined({ provider, subTypes, reversed = [] }: HistoryItem): boolean {
	const words = [...subTypes, ...reversed];
	return minedProviders.has(providerKey(provider)) || (words.length > 0 && words.every((word) => minedWord.test(word)));
}
