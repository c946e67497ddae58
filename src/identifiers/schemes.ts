// The table of all identifier schemes, and what people call them.
import type { Scheme } from './scheme.ts';
import { accessionSchemes } from './schemes/accessions.ts';
import { authoritySchemes } from './schemes/authorities.ts';
import { generalSchemes } from './schemes/general.ts';
import { literatureSchemes } from './schemes/literature.ts';
import { numberSchemes } from './schemes/numbers.ts';
import { persistentSchemes } from './schemes/persistent.ts';

/**
 * Lists every scheme the broker knows, in the order in which detection reports them: the most
 * specific first.
 */
export const schemes: readonly Scheme[] = [
	...persistentSchemes,
	...numberSchemes,
	...literatureSchemes,
	...authoritySchemes,
	...accessionSchemes,
	...generalSchemes,
];

const titles: Readonly<Record<string, string>> = {
	doi: 'DOI',
	arxiv: 'arXiv',
	ads: 'ADS bibcode',
	url: 'Web address',
	swh: 'SWHID',
	handle: 'Handle',
	github: 'GitHub',
	wikidata: 'Wikidata',
	openalex: 'OpenAlex',
	uniprot: 'UniProt',
	ensembl: 'Ensembl',
	viaf: 'VIAF',
	email: 'Email',
	raid: 'RAiD',
	w3id: 'w3id.org',
};

const acronyms = new Set([
	...['isbn', 'issn', 'orcid', 'isni', 'istc', 'ark', 'urn', 'pmid', 'pmcid', 'ascl', 'purl', 'ror', 'hal', 'gnd'],
	...['lsid', 'sra', 'geo', 'cstr', 'rrid', 'sha1', 'ean8', 'ean13', 'upc', 'igsn', 'uuid', 'omid', 'ppr'],
]);

/** Writes the name of a scheme as people know it; of an unknown one, its own. */
export function schemeTitle(name: string): string {
	return titles[name] ?? (acronyms.has(name) ? name.toUpperCase() : name);
}
