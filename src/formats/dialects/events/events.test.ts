// Says what is read of Event Data, in its spellings.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (document: unknown) => translated(JSON.stringify(document));

describe('Event Data', () => {
	const event = {
		...{
			id: '6b9c',
			subj_id: 'https://doi.org/10.1234/data',
			relation_type_id: 'is_supplement_to',
			obj_id: 'https://doi.org/10.1234/paper',
		},
		...{ occurred_at: '2020-05-01T10:00:00Z', timestamp: '2021-01-01T00:00:00Z', source_id: 'datacite' },
	};
	const respell = (spell: (name: string) => string) =>
		Object.fromEntries(Object.entries(event).map(([name, value]) => [spell(name), value]));
	const camel = respell((name) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
	const kebab = respell((name) => name.replaceAll('_', '-'));

	it('is read in every spelling of its names, from pages, lists and alone', async () => {
		for (const document of [
			{ message: { events: [event] } },
			{ data: [{ type: 'events', attributes: camel }] },
			[{ ...kebab, uuid: '6b9c' }],
			event,
		]) {
			const { dialect, links } = await read(document);
			assert.equal(dialect, 'event-data');
			assert.deepEqual(links, ['doi:10.1234/data IsSupplementTo doi:10.1234/paper, 2020-05-01T10:00:00Z, datacite']);
		}
	});

	it('keeps what pages do as IsRelatedTo, so worded', async () => {
		const page = { ...event, subj_id: 'https://en.wikipedia.org/wiki/Radium', relation_type_id: 'discusses' };
		assert.match((await read(page)).links[0] ?? '', /^url:\S+ IsRelatedTo \(discusses\) doi:10\.1234\/paper/);
	});

	it('is no link where it counts use, speaks of people, or names no work', async () => {
		for (const [changes, reason] of [
			[
				{ relation_type_id: 'total-dataset-requests-regular' },
				'total-dataset-requests-regular: not a link between works',
			],
			[
				{ relation_type_id: 'Unique-Dataset-Requests-Machine' },
				'Unique-Dataset-Requests-Machine: not a link between works',
			],
			[{ relation_type_id: 'is-authored-by' }, 'is-authored-by: not a link between works'],
			[{ subj_id: 'https://orcid.org/0000-0002-1825-0097' }, 'a person is not a work'],
			[{ obj_id: 'https://doi.org/' }, 'IsSupplementTo: the target has no identifier'],
			[{ subj_id: 'http://twitter.com' }, 'IsSupplementTo: the source has no identifier'],
		] as const) {
			const { links, leftOut } = await read({ ...event, ...changes });
			assert.deepEqual([links, leftOut], [[], [reason]]);
		}
	});

	it('takes its link back where it was deleted', async () => {
		for (const changes of [{ updated: 'deleted' }, { message_action: 'delete' }]) {
			const { links, withdrawn } = await read({ ...event, ...changes });
			assert.deepEqual(links, []);
			assert.match(withdrawn.join(), /^doi:10\.1234\/data IsSupplementTo doi:10\.1234\/paper, /);
		}
	});

	it('is read in the XML of Lagotto, with what it says of the subject', async () => {
		const { dialect, links, object } = await translated(
			'<event><subj_id>https://doi.org/10.1234/data</subj_id><obj_id>https://doi.org/10.1234/paper</obj_id>' +
				'<relation_type_id>is_supplement_to</relation_type_id><source_id>datacite_crossref</source_id><subj>' +
				'<title>Data</title><issued>2016-05-01T10:00:00Z</issued><author><family>Curie</family>' +
				'<given>Marie</given></author></subj></event>',
		);
		assert.equal(dialect, 'lagotto-xml');
		assert.deepEqual(links, [
			'doi:10.1234/data IsSupplementTo doi:10.1234/paper, 2016-05-01T10:00:00Z, datacite_crossref',
		]);
		assert.deepEqual(object('doi:10.1234/data')?.Creator, [{ Name: 'Curie, Marie' }]);
	});
});
