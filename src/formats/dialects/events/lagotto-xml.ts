// Reads events as Lagotto, the forerunner of Event Data, writes them in XML.

import type { Dialect, GivenObject, XmlElement } from '../dialect.ts';
import { xml } from '../mapping.ts';
import { child, children } from '../syntaxes/xml-elements.ts';
import { readRelation } from './event-data.ts';

/** `<event>` of Lagotto, as DataCite's agents pushed it. */
export const lagottoXml: Dialect<'xml'> = {
	name: 'lagotto-xml',
	title: 'Event Data in the XML of Lagotto',
	syntax: 'xml',
	replacement: 'statement',
	dateRule: 'when it occurred, else when the subject was issued',
	example:
		'<event><subj_id>https://doi.org/10.1234/data</subj_id><obj_id>https://doi.org/10.1234/paper</obj_id>' +
		'<relation_type_id>is_supplement_to</relation_type_id><source_id>datacite</source_id>' +
		'<occurred_at>2016-05-01T10:00:00Z</occurred_at></event>',
	fits: (root) => eventsIn(root).length > 0,
	*read(root) {
		for (const event of eventsIn(root)) {
			const relation = xml.textAt(event, 'relation_type_id') ?? '';
			const link = {
				...{ source: readEnd(event, 'subj'), ...readRelation(relation), target: readEnd(event, 'obj') },
				date: xml.textAt(event, ['occurred_at', 'subj.issued']),
				provider: xml.textAt(event, 'source_id'),
				...(xml.textAt(event, 'message_action') === 'delete' && { isWithdrawn: true as const }),
			};
			yield { links: [link], line: event.line };
		}
	},
};

function eventsIn(root: XmlElement): XmlElement[] {
	const all = root.name === 'event' ? [root] : children(root, 'event');
	return all.filter((event) => child(event, 'subj_id') !== undefined && child(event, 'relation_type_id') !== undefined);
}

function readEnd(event: XmlElement, end: 'subj' | 'obj'): GivenObject {
	return xml.object(event, {
		id: `${end}_id`,
		type: `${end}.type`,
		title: `${end}.title`,
		creators: { each: `${end}.author[]`, name: { joined: ['family', 'given'] } },
		publicationDate: `${end}.published`,
		publishers: `${end}.container-title`,
	});
}
