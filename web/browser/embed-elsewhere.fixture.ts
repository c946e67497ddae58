// The heads and bodies that journals and repositories write, as far as the box depends on them.

const json = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

/** How the head of a page states the DOI of its work. */
export const headsWith: Readonly<Record<string, (doi: string) => string>> = {
	'OJS, for Google Scholar': (doi) =>
		meta('citation_title', 'Skymap') +
		meta('citation_doi', doi) +
		meta('citation_reference', 'A. Author (2015). Doi: 10.5072/other'),
	'OJS, in Dublin Core': (doi) =>
		meta('DC.Identifier', '412') +
		meta('DC.Identifier.pageNumber', '10-20') +
		meta('DC.Identifier.DOI', doi) +
		meta('DC.Source', '10.5072/the-journal'),
	'Dataverse, in Dublin Core': (doi) => meta('DC.identifier', `doi:${doi}`) + meta('DC.type', 'Dataset'),
	'Dataverse, in JSON-LD': (doi) =>
		json({
			'@context': 'http://schema.org',
			'@type': 'Dataset',
			'@id': `https://doi.org/${doi}`,
			identifier: `https://doi.org/${doi}`,
			citation: [{ '@type': 'CreativeWork', '@id': 'https://doi.org/10.5072/other' }],
			publisher: { '@type': 'Organization', name: 'A repository' },
		}),
	'DSpace, with several identifiers': (doi) =>
		meta('DC.identifier', 'https://repository.example.org/handle/1/2') +
		meta('DC.identifier', `https://doi.org/${doi}`),
	'a graph beside that of the site': (doi) =>
		[
			json({ '@type': 'WebSite', '@id': 'https://site.example.org/' }),
			'<script type="application/ld+json">{broken</script>',
			json({
				'@graph': [
					{ '@type': 'BreadcrumbList' },
					{ identifier: [{ '@type': 'PropertyValue', propertyID: 'doi', value: doi }] },
				],
			}),
		].join(''),
	'a link to cite': (doi) => `<link rel="cite-as" href="https://doi.org/${doi.replace('/', '%2F')}">`,
};

/** Heads that state no DOI of the page. */
export const headsWithout: Readonly<Record<string, string>> = {
	'none at all': '',
	'a number of the journal': meta('DC.Identifier', '412') + meta('citation_doi', ''),
	'the DOIs of a list of works': json([{ '@id': 'doi:10.5072/one' }, { '@id': 'doi:10.5072/two' }]),
	'JSON-LD with values that are no texts': json([{ '@id': { toString: 1, valueOf: 2 }, identifier: [null, 5, [{}]] }]),
	'the DOI of a reference alone': meta('citation_reference', 'doi:10.5072/skymap'),
};
