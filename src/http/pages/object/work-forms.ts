// The formats of a work at the address of its page, with their names and media types.

/** Describes a format: its title, media type and file extension. */
type Form = { title: string; mediaType: string; charset?: true; extension: string };

/** Lists the formats by the value of `format`; the first is the page. */
export const workForms = {
	html: { title: 'HTML', mediaType: 'text/html', charset: true, extension: 'html' },
	json: { title: 'JSON', mediaType: 'application/json', extension: 'json' },
	jsonld: { title: 'JSON-LD', mediaType: 'application/ld+json', extension: 'jsonld' },
	csl: { title: 'CSL-JSON', mediaType: 'application/vnd.citationstyles.csl+json', extension: 'json' },
	bibtex: { title: 'BibTeX', mediaType: 'application/x-bibtex', charset: true, extension: 'bib' },
	ris: { title: 'RIS', mediaType: 'application/x-research-info-systems', charset: true, extension: 'ris' },
	reference: { title: 'Reference', mediaType: 'text/plain', charset: true, extension: 'txt' },
	linkset: { title: 'Linkset', mediaType: 'application/linkset+json', extension: 'json' },
} as const satisfies Readonly<Record<string, Form>>;

export type WorkForm = keyof typeof workForms;

/** Lists their names. */
export const workFormNames = Object.keys(workForms) as [WorkForm, ...WorkForm[]];

/** Lists the names of those in which programs read the work itself. */
export const dataForms = workFormNames.filter((form) => !['html', 'reference', 'linkset'].includes(form));
