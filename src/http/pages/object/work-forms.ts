// The forms in which a work is told of at the address of its page, as HTTP knows them.

/** Describes a form: its media type, and the ending of its file. */
type Form = { mediaType: string; charset?: true; extension: string };

/** Holds all forms by the name that `format` has for them; the first is the page. */
export const workForms = {
	html: { mediaType: 'text/html', charset: true, extension: 'html' },
	json: { mediaType: 'application/json', extension: 'json' },
	jsonld: { mediaType: 'application/ld+json', extension: 'jsonld' },
	csl: { mediaType: 'application/vnd.citationstyles.csl+json', extension: 'json' },
	bibtex: { mediaType: 'application/x-bibtex', charset: true, extension: 'bib' },
	ris: { mediaType: 'application/x-research-info-systems', charset: true, extension: 'ris' },
} as const satisfies Readonly<Record<string, Form>>;

export type WorkForm = keyof typeof workForms;

/** Lists their names. */
export const workFormNames = Object.keys(workForms) as [WorkForm, ...WorkForm[]];
