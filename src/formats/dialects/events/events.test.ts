// Says what is read of Event Data, in its spellings, and of notifications.
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

describe('a notification of COAR Notify', () => {
	const announce = (changes: object) => ({
		'@context': ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'],
		...{
			type: ['Announce', 'coar-notify:RelationshipAction'],
			actor: { name: 'A Repository' },
			published: '2024-05-01',
		},
		...changes,
	});
	const stated = ', 2024-05-01, A Repository';

	it('announces a relationship: by frbr:supplement the subject has the object as its supplement', async () => {
		const object = {
			...{ 'as:subject': 'https://doi.org/10.1234/paper', 'as:object': 'https://repository.example/data/1' },
			'as:relationship': 'http://purl.org/vocab/frbr/core#supplement',
		};
		const context = { id: 'https://repository.example/data/1', 'ietf:cite-as': 'https://doi.org/10.1234/data' };
		const { dialect, links } = await read(announce({ object, context }));
		assert.equal(dialect, 'coar-notify');
		assert.deepEqual(links, [
			`doi:10.1234/paper IsSupplementedBy url:https://repository.example/data/1${stated}`,
			`url:https://repository.example/data/1 IsIdenticalTo doi:10.1234/data${stated}`,
		]);
	});

	it('announces a review of its context', async () => {
		const given = {
			type: ['Announce', 'coar-notify:ReviewAction'],
			object: { id: 'https://doi.org/10.1234/review' },
			context: 'https://doi.org/10.1234/paper',
		};
		assert.deepEqual((await read(announce(given))).links, [`doi:10.1234/review Reviews doi:10.1234/paper${stated}`]);
	});

	it('announces an endorsement of its context, so worded', async () => {
		const given = {
			type: ['Announce', 'coar-notify:EndorsementAction'],
			object: { id: 'https://doi.org/10.1234/endorsement' },
			context: { id: 'https://doi.org/10.1234/paper' },
		};
		assert.deepEqual((await read(announce(given))).links, [
			`doi:10.1234/endorsement IsRelatedTo (Endorses) doi:10.1234/paper${stated}`,
		]);
	});

	it('reads relations by their addresses in FRBR, CiTO, DataCite and schema.org, others as worded', async () => {
		for (const [address, relation] of [
			['http://purl.org/vocab/frbr/core#supplement', 'IsSupplementedBy'],
			['http://purl.org/vocab/frbr/core#supplementOf', 'IsSupplementTo'],
			['http://purl.org/spar/cito/cites', 'cites'],
			['https://purl.org/spar/cito/isCitedBy', 'isCitedBy'],
			['https://purl.org/spar/cito/citesAsDataSource', 'Cites (citesAsDataSource)'],
			['http://purl.org/spar/cito/isCitedAsDataSourceBy', 'IsCitedBy (isCitedAsDataSourceBy)'],
			['http://purl.org/spar/cito/usesMethodIn', 'Cites (usesMethodIn)'],
			['http://purl.org/spar/cito/providesDataFor', 'IsCitedBy (providesDataFor)'],
			['cito:sharesAuthorWith', 'IsRelatedTo (sharesAuthorWith)'],
			['https://schema.datacite.org/meta/kernel-4/#IsSupplementTo', 'IsSupplementTo'],
			['IsVersionOf', 'IsVersionOf'],
			['https://schema.org/citation', 'References'],
			['schema:isBasedOn', 'IsDerivedFrom'],
			['https://vocabulary.example/terms#inspired', 'IsRelatedTo (inspired)'],
			['constructor', 'IsRelatedTo (constructor)'],
		] as const) {
			const object = { 'as:subject': 'https://doi.org/10.1234/a', 'as:object': 'https://doi.org/10.1234/b' };
			const { links } = await read(announce({ object: { ...object, 'as:relationship': address } }));
			assert.deepEqual(links, [`doi:10.1234/a ${relation} doi:10.1234/b${stated}`], address);
		}
	});

	it('withdraws the links of the announcement that it undoes, where it holds it whole', async () => {
		const object = announce({
			object: { id: 'https://doi.org/10.1234/review' },
			type: ['Announce', 'coar-notify:ReviewAction'],
			context: 'https://doi.org/10.1234/paper',
		});
		const { links, withdrawn } = await read(announce({ type: 'Undo', object }));
		assert.deepEqual([links, withdrawn], [[], [`doi:10.1234/review Reviews doi:10.1234/paper${stated}`]]);
		for (const other of ['urn:uuid:1', { id: 'urn:uuid:1' }, { ...object, type: 'Offer' }]) {
			const undone = await read(announce({ type: 'Undo', object: other }));
			assert.deepEqual(undone.withdrawn, []);
			assert.deepEqual(undone.leftOut, ['Undo: does not hold the announcement that it withdraws']);
		}
	});

	it('says nothing of works where it offers, accepts, rejects, or announces what is no link', async () => {
		for (const type of ['Offer', 'Accept', 'Reject', 'Announce', ['Announce', 'coar-notify:IngestAction']]) {
			const [object, context] = ['https://doi.org/10.1234/page', 'https://doi.org/10.1234/paper'].map((id) => ({ id }));
			const { links, leftOut } = await read(announce({ type, object, context }));
			const names = [type].flat().map((name) => name.replace('coar-notify:', ''));
			assert.deepEqual([links, leftOut], [[], [`${names.join(', ')}: says nothing of works`]]);
		}
	});
});
