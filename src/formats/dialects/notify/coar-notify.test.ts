// Says what is read of notifications of COAR Notify, also in the forms in which repositories send them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const read = (document: unknown) => translated(JSON.stringify(document));

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

describe('a notification in the form of', () => {
	const from = (id: string, name?: string) => ({
		...(name !== undefined && { actor: { id, name, type: 'Service' } }),
		origin: { id, inbox: `${id}/inbox`, type: 'Service' },
		target: { id: 'https://links.example', inbox: 'https://links.example/inbox', type: 'Service' },
	});
	const relating = ['Announce', 'coar-notify:RelationshipAction'];
	const activityStreams = 'https://www.w3.org/ns/activitystreams';

	it('DSpace has its own item as subject and as context, with its DOI', async () => {
		const item = 'https://repository.example/handle/20.500.12345/7';
		const { links } = await read({
			'@context': [activityStreams, 'https://coar-notify.net/'],
			...from('https://repository.example', 'A Repository'),
			context: {
				...{ id: item, 'ietf:cite-as': 'https://doi.org/10.5555/thesis', type: ['Page', 'sorg:AboutPage'] },
				'ietf:item': {
					id: 'https://repository.example/bitstreams/9f1c/download',
					...{ mediaType: 'application/pdf', type: ['Article', 'sorg:ScholarlyArticle'] },
				},
			},
			id: 'urn:uuid:1f3a6a2e-2f0e-4a44-8f0c-5d3c3f5f3b10',
			object: {
				...{ 'as:object': 'https://doi.org/10.5555/data', 'as:subject': item },
				'as:relationship': 'http://purl.org/vocab/frbr/core#supplement',
				...{ id: 'urn:uuid:9c1d7b52-2a5e-4a8b-9a0e-6d2b0a6a7c11', type: 'Relationship' },
			},
			type: relating,
		});
		assert.deepEqual(links, [
			'url:https://repository.example/handle/20.500.12345/7 IsSupplementedBy doi:10.5555/data, A Repository',
			'url:https://repository.example/handle/20.500.12345/7 IsIdenticalTo doi:10.5555/thesis, A Repository',
		]);
	});

	it('Dataverse names relations of DataCite', async () => {
		const object = {
			...{ id: 'urn:uuid:5a1f', type: 'Relationship', 'as:subject': 'https://doi.org/10.5555/FK2/ABCDEF' },
			'as:relationship': 'https://purl.org/datacite/ontology#IsSupplementTo',
			'as:object': 'https://doi.org/10.5555/article',
		};
		const { links } = await read({
			'@context': [activityStreams, 'https://coar-notify.net'],
			...{ id: 'urn:uuid:7', ...from('https://dataverse.example', 'A Dataverse'), object, type: relating },
			context: { id: object['as:object'] },
		});
		assert.deepEqual(links, ['doi:10.5555/FK2/ABCDEF IsSupplementTo doi:10.5555/article, A Dataverse']);
	});

	it('earlier versions of Dataverse has names without a prefix, and identifiers of other schemes', async () => {
		const object = {
			...{ id: 'urn:uuid:5a1f', type: 'Relationship', subject: 'doi:10.5555/FK2/ABCDEF' },
			...{ relationship: 'http://purl.org/dc/terms/isReferencedBy', object: 'hdl:20.500.12345/8' },
		};
		const { links } = await read({
			'@context': ['https://purl.org/coar/notify', activityStreams],
			...{ id: 'urn:uuid:8', ...from('https://dataverse.example', 'A Dataverse'), object, type: relating },
		});
		assert.deepEqual(links, ['doi:10.5555/FK2/ABCDEF isReferencedBy handle:20.500.12345/8, A Dataverse']);
	});

	it('announced releases has the related works by their relations in the context', async () => {
		const data = (name: string) => ({
			...{ id: `https://dataverse.example/dataset.xhtml?persistentId=doi:10.5555/${name}`, type: 'sorg:Dataset' },
			'ietf:cite-as': `https://doi.org/10.5555/${name}`,
		});
		const release = {
			'@context': [activityStreams, 'https://purl.org/coar/notify'],
			...{ id: 'urn:uuid:9', ...from('https://repository.example', 'A Repository') },
			context: { IsSupplementedBy: [data('one'), data('two')], Cites: data('three') },
			object: { id: 'https://doi.org/10.5555/paper', 'sorg:name': 'A paper', type: 'sorg:ScholarlyArticle' },
			type: ['Announce', 'coar-notify:ReleaseAction'],
		};
		const { links } = await read(release);
		const stated = ', A Repository';
		assert.deepEqual(links, [
			`doi:10.5555/paper IsSupplementedBy doi:10.5555/one${stated}`,
			`doi:10.5555/paper IsSupplementedBy doi:10.5555/two${stated}`,
			`doi:10.5555/paper Cites doi:10.5555/three${stated}`,
		]);
		const { leftOut } = await read({ ...release, context: { id: 'https://doi.org/10.5555/one' } });
		assert.deepEqual(leftOut, ['Announce, ReleaseAction: says nothing of works']);
	});

	it('services that review for InvenioRDM has the record as context, which may be a page', async () => {
		const { links } = await read({
			'@context': [activityStreams, 'https://coar-notify.net'],
			...{ id: 'urn:uuid:10', ...from('https://reviews.example/coar_notify/', 'A Review Service') },
			context: { id: 'https://invenio.example/records/ab1cd-2ef34' },
			...{ inReplyTo: 'urn:uuid:c345e04883b74d2d84390709ec963164', type: ['Announce', 'coar-notify:ReviewAction'] },
			object: {
				...{ id: 'https://reviews.example/articles/rec?id=7', 'ietf:cite-as': 'https://doi.org/10.5555/review.7' },
				type: ['Page', 'sorg:Review'],
			},
		});
		const page = 'url:https://reviews.example/articles/rec?id=7';
		assert.deepEqual(links, [
			`${page} Reviews url:https://invenio.example/records/ab1cd-2ef34, A Review Service`,
			`${page} IsIdenticalTo doi:10.5555/review.7, A Review Service`,
		]);
	});

	it('those who mention software has it by its SWHID', async () => {
		const swhid = 'swh:1:dir:ec88e5b901c034d5a91aa133e824d65cff3788a3';
		const { links } = await read({
			'@context': [activityStreams, 'https://coar-notify.net'],
			...{ id: 'urn:uuid:11', ...from('https://repository.example', 'A Repository'), type: relating },
			context: { id: `${swhid};origin=https://software.example/x`, type: ['sorg:SoftwareSourceCode'] },
			object: {
				...{ id: 'urn:uuid:12', type: 'Relationship', 'as:subject': 'https://doi.org/10.5555/paper' },
				...{ 'as:relationship': 'https://w3id.org/codemeta/3.0#citation', 'as:object': ` ${swhid}` },
			},
		});
		assert.deepEqual(links, [`doi:10.5555/paper References swh:${swhid}, A Repository`]);
	});
});
