// Reads lists of identifiers as OpenCitations writes them: `omid:br/061 doi:10.1234/a pmid:123`. It
// knows no column.
import type { GivenIdentifier } from '../dialect.ts';

/**
 * Reads a list, separated by blanks; each identifier has its scheme before it. A DOI or a number of
 * PubMed may come without, and the corpus number of an early index before everything
 * (`coci => 10.1234/a`). Numbers of OpenCitations itself come last, since few others use them.
 */
export function readPrefixed(list: string): GivenIdentifier[] {
	const value = withoutIndex(list);
	// A DOI may hold blanks, where it stands alone.
	if (value.startsWith('10.')) return [{ id: value, scheme: 'doi' }];
	const found = value.split(whiteSpace).flatMap(readOne);
	return found.length < 2 ? found : [...found.filter(isOfOthers), ...found.filter((one) => !isOfOthers(one))];
}

/**
 * Answers a value without the name of its index; of several of them the first that says something.
 */
export function withoutIndex(value: string): string {
	if (!value.includes('=> ')) return value;
	const values = value.split(nameOfIndex).map((one) => one.trim());
	return values.find((one) => one !== '') ?? '';
}

const nameOfIndex = /(?:^|;\s*)\[?[\w/]+\]? => /;
const whiteSpace = /\s+/;

function isOfOthers({ scheme }: GivenIdentifier): boolean {
	return scheme !== omid;
}

const omid = 'omid';

function readOne(text: string): GivenIdentifier[] {
	if (text === '') return [];
	if (text.startsWith('br/')) return [{ id: text, scheme: omid }];
	const colon = text.indexOf(':');
	const scheme = text.slice(0, Math.max(colon, 0)).toLowerCase();
	if (schemes.has(scheme)) return colon + 1 === text.length ? [] : [{ id: text.slice(colon + 1), scheme }];
	const ofMeta = omidAddress.exec(text)?.[1];
	return [ofMeta === undefined ? { id: text } : { id: ofMeta, scheme: omid }];
}

const omidAddress = /^https?:\/\/(?:w3id\.org\/oc|opencitations\.net)\/meta\/(br\/\d+)$/i;

/** The prefixes of OpenCitations that name a scheme. */
const schemes: ReadonlySet<string> = new Set('doi pmid pmcid omid openalex isbn issn arxiv wikidata url'.split(' '));
