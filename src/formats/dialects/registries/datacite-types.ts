// The types of identifiers in DataCite's records that name a work for good; knows no record.

/**
 * Of a record's other identifiers these name it; addresses, local numbers and the like do not:
 * repositories write the page of the newest version under the DOI of all.
 */
export const lastingTypes: ReadonlySet<string> = new Set(
	'doi handle urn ark arxiv pmid pmcid bibcode swhid isbn igsn raid'.split(' '),
);
