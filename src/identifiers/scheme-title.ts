// What people call the identifier schemes, in as few letters as they do; knows no value.

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
	...['lsid', 'sra', 'geo', 'cstr', 'rrid', 'sha1', 'ean8', 'ean13', 'upc', 'igsn', 'uuid'],
]);

/** Writes the name of a scheme as people know it; of an unknown one, its own. */
export function schemeTitle(name: string): string {
	return titles[name] ?? (acronyms.has(name) ? name.toUpperCase() : name);
}
