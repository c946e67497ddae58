// Writes one work in the formats for machines.
import { bibtexEntry } from '../../../formats/bibtex/bibtex.ts';
import { cslItem } from '../../../formats/csl-json/csl-json.ts';
import { type JsonLdContext, jsonLdWork } from '../../../formats/json-ld/json-ld.ts';
import { risRecord } from '../../../formats/ris/ris.ts';
import type { DescribedObject } from '../../../formats/scholix/described-object.ts';
import { referenceText } from '../../../links/work-texts.ts';

/** The formats for references. */
type ReferenceForm = 'csl' | 'bibtex' | 'ris' | 'reference';

/** Writes a work as a reference. */
export function writeReference(object: DescribedObject, form: ReferenceForm): string {
	switch (form) {
		case 'csl':
			return `${JSON.stringify(cslItem(object), undefined, 2)}\n`;
		case 'bibtex':
			return bibtexEntry(object);
		case 'ris':
			return risRecord(object);
		case 'reference':
			return `${referenceText(object)}\n`;
	}
}

/** Writes a work with its links as JSON-LD. */
export function writeJsonLd(object: DescribedObject, context: JsonLdContext): string {
	return `${JSON.stringify(jsonLdWork(object, context), undefined, 2)}\n`;
}
