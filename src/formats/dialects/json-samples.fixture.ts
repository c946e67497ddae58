// Holds samples of every dialect in JSON, and the links in them.
import type { Syntax } from './dialect.ts';

/** A sample: what it is, its links as `translated` writes them, and its text. */
export type Sample = { form: string; links: readonly string[]; text: string };

/** The samples of each dialect, by its name and syntax: `icite table`. */
export type Samples = Readonly<Partial<Record<`${string} ${Syntax}`, readonly Sample[]>>>;

/** Makes a sample of its form, its links, and the text that follows. */
export const sample =
	(form: string, ...links: readonly string[]) =>
	(texts: TemplateStringsArray, ...values: readonly string[]): Sample => ({
		...{ form, links, text: String.raw(texts, ...values) },
	});

const snapshot = '0123456789'.repeat(4);

const linkOfHub = (harvest: string) => `
	{"LinkProvider": [{"name": "A Hub", "identifier": []}], "LinkPublicationDate": "2024-05-01", "LicenseURL": null,
	"RelationshipType": {"Name": "IsRelatedTo", "SubType": "cites", "SubTypeSchema": "datacite"}, "source": {
	"Identifier": [{"ID": "10.1234/a", "IDScheme": "doi", "IDURL": "https://doi.org/10.1234/a"}, {"ID": "50|x::1",
	"IDScheme": "openaireIdentifier", "IDURL": null}], "Type": "publication", "subType": "Article", "Title": "A",
	"Creator": [{"name": "Doe, Ada"}], "PublicationDate": "2024-05-01", "Publisher": [{"name": "A Press"}]},
	"target": {"Identifier": [{"ID": "10.1234/b", "IDScheme": "doi", "IDURL": "https://doi.org/10.1234/b"}],
	"Type": "dataset", "Title": "B", "Creator": [], "PublicationDate": ""}, "${harvest}": "2024-05-02"}`;

const endOfV1 = (doi: string, type: string) => `
	{"identifiers": [{"identifier": "${doi}", "schema": "doi"}, {"identifier": "50|x::${type}",
	"schema": "dnetIdentifier"}], "title": "A", "objectType": {"type": "${type}", "subType": ""}, "creators": [{
	"name": "Doe, Ada"}], "publisher": [{"name": "A Press"}], "objectProvider": [{"name": "A Hub", "identifiers": [{
	"identifier": "x::hub", "schema": "dnetIdentifier"}]}]}`;

const endOfV3 = (doi: string) => `
	{"Identifier": [{"ID": "${doi}", "IDScheme": "doi", "IDURL": "https://doi.org/${doi}"}], "Type": {"Name": "literature"},
	"Title": "A"}`;

const dataciteAttributes = `
	{"doi": "10.1234/a", "prefix": "10.1234", "state": "findable", "url": "https://data.example/a",
	"publicationYear": 2024, "creators": [{"name": "Doe, Ada", "nameType": "Personal"}], "titles": [{"title": "A"}],
	"publisher": "A Press", "types": {"resourceTypeGeneral": "Dataset", "schemaOrg": "Dataset", "citeproc": "dataset",
	"bibtex": "misc"}, "dates": [{"date": "2024", "dateType": "Issued"}], "subjects": [], "container": {},
	"identifiers": [], "relatedIdentifiers": [{"relatedIdentifier": "10.1234/b", "relatedIdentifierType": "DOI",
	"relationType": "IsSupplementTo"}], "created": "2024-05-01T10:00:00Z", "registered": "2024-05-02T10:00:00Z",
	"updated": "2024-06-01T10:00:00Z", "referenceCount": 0, "citationCount": 1, "viewCount": 2, "metadata": null}`;

const dataciteResource = `
	{"id": "10.1234/a", "type": "dois", "attributes": ${dataciteAttributes}, "relationships": {"client": {"data": {
	"id": "x.y", "type": "clients"}}}}`;

const crossrefWork = `
	{"DOI": "10.1234/a", "URL": "https://doi.org/10.1234/a", "type": "journal-article", "title": ["A"],
	"publisher": "A Press", "container-title": ["Things"], "ISSN": ["1234-5679"], "author": [{"family": "Doe",
	"given": "Ada"}], "page": "3-4", "created": {"date-time": "2024-05-01T10:00:00Z", "date-parts": [[2024, 5, 1]]},
	"source": "Crossref", "issued": {"date-parts": [[2024, 5]]}, "reference-count": 1, "is-referenced-by-count": 0,
	"relation": {}, "reference": [{"key": "ref1", "doi-asserted-by": "publisher", "DOI": "10.1234/b", "year": "1999"}]}`;

const zenodoMetadata = `
	{"title": "A", "doi": "10.5281/zenodo.2", "publication_date": "2024-05-01", "access_right": "open",
	"version": "1", "creators": [{"name": "Doe, Ada", "affiliation": "A Place"}], "resource_type": {"type": "dataset",
	"title": "Dataset"}, "related_identifiers": [{"identifier": "10.1234/b", "relation": "isSupplementTo",
	"scheme": "doi"}]}`;

/** The samples of dialects in JSON. */
export const jsonSamples: Samples = {
	'scholix json': [
		sample('version 3', 'doi:10.1234/a IsRelatedTo (cites) doi:10.1234/b, 2024-05-01, A Hub')`
			[{"LinkProvider": [{"Name": "A Hub"}], "LinkPublicationDate": "2024-05-01",
			"LicenseURL": null, "RelationshipType": {"Name": "IsRelatedTo", "SubType": "cites",
			"SubTypeSchema": "datacite"}, "Source": ${endOfV3('10.1234/a')}, "Target": ${endOfV3('10.1234/b')}}]`,
		sample('a page of Event Data', 'doi:10.1234/a IsRelatedTo (cites) doi:10.1234/b, 2024-05-01, A Hub')`
			{"status": "ok", "message-type": "link-package-list", "message": {"next-cursor": "x", "link-packages": [{
			"LinkProvider": [{"Name": "A Hub"}], "LinkPublicationDate": "2024-05-01",
			"LicenseURL": null, "RelationshipType": {"Name": "IsRelatedTo", "SubType": "cites",
			"SubTypeSchema": "datacite"}, "Source": ${endOfV3('10.1234/a')}, "Target": ${endOfV3('10.1234/b')},
			"Url": "https://hub.example/1"}]}}`,
	],
	'asclepias json': [
		sample(
			'a page of relationships',
			'doi:10.1234/a Cites doi:10.1234/b, 2024-06-01, Another Hub',
			'doi:10.1234/a Cites doi:10.1234/b, 2024-05-01, A Hub',
		)`{"hits": {"total": 1, "hits": [{"id": "1", "created": "2024-05-01T00:00:00+00:00", "links": {}, "metadata": {
			"ID": "1", "Grouping": "identity", "RelationshipType": {"Name": "Cites"}, "History": [
			{"LinkPublicationDate": "2024-06-01", "LinkProvider": [{"Name": "Another Hub"}]},
			{"LinkPublicationDate": "2024-05-01", "LinkProvider": [{"Name": "A Hub"}]}],
			"Source": ${endOfV3('10.1234/a')}, "Target": ${endOfV3('10.1234/b')}}}]}, "links": {"self": "x"}}`,
		sample('a relationship of an Asclepias Broker', 'doi:10.1234/a IsSupplementTo doi:10.1234/b, 2024-05-01, A Hub')`
			{"created": "2024-05-02T00:00:00+00:00", "id": "1", "links": {}, "metadata": {"Created": "2024-05-02T00:00:00",
			"ID": "1", "Grouping": "identity", "RelationshipType": "IsSupplementTo", "History": [{"LicenseURL":
			"https://license.example", "LinkPublicationDate": "2024-05-01", "LinkProvider": [{"Name": "A Hub"}]}],
			"Source": ${endOfV3('10.1234/a')}, "Target": ${endOfV3('10.1234/b')}}}`,
		sample(
			'a relationship between works with all their versions',
			'doi:10.1234/a Cites doi:10.1234/b, 2024-05-01, A Hub',
		)`
			{"id": "1", "metadata": {"Grouping": "version", "RelationshipType": {"Name": "Cites"}, "History": [
			{"LinkPublicationDate": "2024-05-01", "LinkProvider": [{"Name": "A Hub"}]}], "Source": {"Identifier": [
			{"ID": "10.1234/a", "IDScheme": "doi"}, {"ID": "10.1234/a.v2", "IDScheme": "doi"}]}, "Target": {"Identifier": [
			{"ID": "10.1234/b", "IDScheme": "doi"}]}}}`,
	],
	'scholexplorer json': [
		sample('a page of version 2', 'doi:10.1234/a cites doi:10.1234/b, 2024-05-01, A Hub')`
			{"totalLinks": 1, "result": [${linkOfHub('HarvestedDate')}]}`,
		sample('a page of version 3', 'doi:10.1234/a cites doi:10.1234/b, 2024-05-01, A Hub')`
			{"currentPage": 0, "totalPages": 1, "totalLinks": 1, "result": [${linkOfHub('HarvestDate')}]}`,
		sample('a link of version 3', 'doi:10.1234/a cites doi:10.1234/b, 2024-05-01, A Hub')`
			${linkOfHub('HarvestDate')}`,
	],
	'scholexplorer-dump json': [
		sample('a relationship', 'doi:10.1234/a IsSupplementedBy doi:10.1234/b, 2024-05-01, A Hub')`
			{"sourcePid": ["10.1234/a"], "sourcePidType": ["doi"], "sourceType": "publication",
			"sourceSubType": "Article", "sourcePublisher": ["A Press"], "source": "50|x::1",
			"relationType": "IsSupplementedBy", "target": "50|x::2", "targetPid": ["10.1234/b"], "targetPidType": [
			"doi"], "targetType": "dataset", "targetSubType": "Dataset", "targetPublisher": ["A Press"],
			"linkProviders": ["A Hub"], "publicationDate": "2024-05-01"}`,
		sample('an object', 'doi:10.1234/a = pmid:1234567, 2024-05-01, A Hub')`
			{"dnetIdentifier": "50|x::1", "objectType": "publication", "objectSubType": "Article", "title": "A",
			"identifier": [{"identifier": "10.1234/a", "schema": "doi", "url": ""}, {"identifier": "1234567",
			"schema": "pmid", "url": ""}], "creator": [{"name": "Doe, Ada"}], "publicationDate": "2024-05-01",
			"publisher": [{"name": "A Press"}], "collectedFrom": [{"provider": {"name": "A Hub", "identifiers": []},
			"completionStatus": "complete"}]}`,
	],
	'scholix-v1 json': [
		sample('the schema', 'doi:10.1234/a cites doi:10.1234/b, 2016-05-01, A Hub')`
			{"link": {"publicationDate": "2016-05-01", "publisher": {"name": "A Press"}, "linkProvider": [{
			"name": "A Hub"}], "relationship": [{"name": "cites", "schema": "datacite",
			"inverseRelationship": "isCitedBy"}], "source": {"identifier": [{"identifier": "10.1234/a",
			"schema": "doi"}], "objectType": "publication", "title": "A"}, "target": {"identifier": [{
			"identifier": "10.1234/b", "schema": "doi"}], "objectType": "dataset", "objectSubType": "x"}}}`,
		sample('an answer of ScholeXplorer, version 1', 'doi:10.1234/a cites doi:10.1234/b, A Hub')`
			[{"linkProvider": [{"name": "A Hub", "identifiers": [{"identifier": "x::hub", "schema": "dnetIdentifier"}]}],
			"relationship": {"name": "cites", "inverseRelationship": "isCitedBy", "schema": "datacite"},
			"source": ${endOfV1('10.1234/a', 'publication')}, "target": ${endOfV1('10.1234/b', 'dataset')}}]`,
		sample('the same with names of version 3', 'doi:10.1234/a cites doi:10.1234/b, 2016-05-01, A Hub')`
			{"LinkProvider": [{"Name": "A Hub"}], "relationship": {"name": "cites", "inverse": "isCitedBy",
			"schema": "datacite"}, "source": ${endOfV1('10.1234/a', 'publication')},
			"target": ${endOfV1('10.1234/b', 'dataset')}, "LinkPublicationDate": "2016-05-01"}`,
	],
	'zenodo json': [
		sample(
			'a record',
			'doi:10.5281/zenodo.2 IsVersionOf doi:10.5281/zenodo.1, 2024-05-01T10:00:00+00:00, Zenodo',
			'doi:10.5281/zenodo.2 isSupplementTo doi:10.1234/b, 2024-05-01T10:00:00+00:00, Zenodo',
		)`
			{"id": 2, "recid": "2", "conceptrecid": "1", "doi": "10.5281/zenodo.2", "conceptdoi": "10.5281/zenodo.1",
			"title": "A", "created": "2024-05-01T10:00:00+00:00", "modified": "2024-06-01T10:00:00+00:00",
			"status": "published", "metadata": ${zenodoMetadata}, "links": {"self": "https://zenodo.org/api/records/2"},
			"files": [], "owners": [{"id": 1}]}`,
		sample(
			'a page of a search',
			'doi:10.5281/zenodo.2 IsVersionOf doi:10.5281/zenodo.1, 2024-05-01T10:00:00+00:00, Zenodo',
			'doi:10.5281/zenodo.2 isSupplementTo doi:10.1234/b, 2024-05-01T10:00:00+00:00, Zenodo',
		)`
			{"hits": {"total": 1, "hits": [{"id": 2, "conceptrecid": "1", "doi": "10.5281/zenodo.2",
			"conceptdoi": "10.5281/zenodo.1", "metadata": ${zenodoMetadata}, "created": "2024-05-01T10:00:00+00:00"}]},
			"aggregations": {}}`,
	],
	'inveniordm json': [
		sample('a record', 'doi:10.1234/a issupplementto doi:10.1234/b, 2024-05-01T10:00:00+00:00, repository.example')`
			{"id": "abcde-12345", "is_published": true, "created": "2024-05-01T10:00:00+00:00", "revision_id": 1,
			"links": {"self": "https://repository.example/api/records/abcde-12345"}, "access": {"record": "public"},
			"pids": {"doi": {"identifier": "10.1234/a", "provider": "datacite"}, "oai": {"identifier": "oai:x:1",
			"provider": "oai"}}, "parent": {"id": "zzzzz-12345", "pids": {}}, "metadata": {"resource_type": {
			"id": "dataset", "title": {"en": "Dataset"}}, "title": "A", "publication_date": "2024-05-01",
			"creators": [{"person_or_org": {"name": "Doe, Ada", "type": "personal"}}], "publisher": "A Press",
			"related_identifiers": [{"identifier": "10.1234/b", "scheme": "doi", "relation_type": {
			"id": "issupplementto", "title": {}}}]}}`,
	],
	'figshare json': [
		sample(
			'an article',
			'doi:10.6084/m9.figshare.1.v1 IsVersionOf doi:10.6084/m9.figshare.1, 2024-05-01T10:00:00Z, figshare',
			'doi:10.6084/m9.figshare.1.v1 IsSupplementTo doi:10.1234/b, 2024-05-01T10:00:00Z, figshare',
		)`
			{"id": 1, "doi": "10.6084/m9.figshare.1.v1", "title": "A", "defined_type": 3,
			"defined_type_name": "dataset", "version": 1, "url": "https://api.figshare.com/v2/articles/1",
			"published_date": "2024-05-01T10:00:00Z", "handle": "", "authors": [{"id": 1, "full_name": "Ada Doe"}],
			"tags": [], "files": [], "citation": "Doe, Ada (2024): A.", "resource_doi": "10.1234/b",
			"resource_title": "B", "created_date": "2024-05-01T10:00:00Z", "references": []}`,
	],
	'dataverse json': [
		sample('a dataset of its API', 'doi:10.1234/FK2/A IsSupplementTo doi:10.1234/b, 2024-05-01, A Dataverse')`
			{"status": "OK", "data": {"id": 1, "identifier": "FK2/A", "protocol": "doi", "authority": "10.1234",
			"publisher": "A Dataverse", "persistentUrl": "https://doi.org/10.1234/FK2/A",
			"publicationDate": "2024-05-01", "datasetVersion": {"versionNumber": 1, "versionState": "RELEASED",
			"license": {"name": "CC0"}, "files": [], "metadataBlocks": {"citation": {"displayName": "Citation",
			"fields": [{"typeName": "title", "multiple": false, "typeClass": "primitive", "value": "A"}, {
			"typeName": "publication", "multiple": true, "typeClass": "compound", "value": [{"publicationIDType": {
			"typeName": "publicationIDType", "value": "doi"}, "publicationIDNumber": {
			"typeName": "publicationIDNumber", "value": "10.1234/b"}}]}]}}}}}`,
	],
	'datacite json': [
		sample('an answer', 'doi:10.1234/a IsSupplementTo doi:10.1234/b, 2024-05-02T10:00:00Z, DataCite')`
			{"data": ${dataciteResource}, "included": []}`,
		sample('a page', 'doi:10.1234/a IsSupplementTo doi:10.1234/b, 2024-05-02T10:00:00Z, DataCite')`
			{"data": [${dataciteResource}], "meta": {"total": 1, "totalPages": 1}, "links": {
			"self": "https://api.example"}}`,
		sample(
			'a line of the public data file',
			'doi:10.1234/a IsSupplementTo doi:10.1234/b, 2024-05-02T10:00:00Z, DataCite',
		)`
			${dataciteResource}`,
		sample('the attributes alone', 'doi:10.1234/a IsSupplementTo doi:10.1234/b, 2024-05-02T10:00:00Z, DataCite')`
			${dataciteAttributes}`,
	],
	'crossref json': [
		sample('a work', 'doi:10.1234/a References doi:10.1234/b, 2024-05-01T10:00:00Z, Crossref')`
			{"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": ${crossrefWork}}`,
		sample('a list', 'doi:10.1234/a References doi:10.1234/b, 2024-05-01T10:00:00Z, Crossref')`
			{"status": "ok", "message-type": "work-list", "message": {"total-results": 1, "items": [${crossrefWork}]}}`,
		sample('a line of the public data file', 'doi:10.1234/a References doi:10.1234/b, 2024-05-01T10:00:00Z, Crossref')`
			${crossrefWork}`,
	],
	'ads json': [
		sample(
			'a page of a search',
			'ads:2020ApJ...900....1A = doi:10.1234/a Cites ads:2013PASP..125..306F, 2020-09, SAO/NASA Astrophysics Data System',
		)`
			{"responseHeader": {"status": 0, "QTime": 1, "params": {"q": "bibcode:x"}}, "response": {"numFound": 1,
			"start": 0, "docs": [{"bibcode": "2020ApJ...900....1A", "pubdate": "2020-09-00", "doi": ["10.1234/a"],
			"title": ["A"], "year": "2020", "author": ["Doe, Ada"], "doctype": "article", "pub": "Things",
			"reference": ["2013PASP..125..306F"]}]}}`,
	],
	'europepmc json': [
		sample('citations', 'pmid:1000 IsCitedBy pmid:2000, 2024, Europe PMC')`
			{"version": "6.9", "hitCount": 1, "request": {"id": "1000", "source": "MED", "offSet": 0, "pageSize": 25},
			"citationList": {"citation": [{"id": "2000", "source": "MED", "citationType": "journal article",
			"title": "A", "pubYear": 2024}]}}`,
		sample('references', 'pmid:1000 Cites pmid:2000, Europe PMC', 'pmid:1000 Cites ppr:PPR3000, Europe PMC')`
			{"version": "6.9", "hitCount": 1, "request": {"id": "1000", "source": "MED", "offSet": 0, "pageSize": 25},
			"referenceList": {"reference": [{"id": "2000", "source": "MED", "doi": "10.1234/b", "citedOrder": 1,
			"match": "Y"}, {"id": "PPR3000", "source": "PPR", "citedOrder": 2, "match": "Y"}]}}`,
		sample('a search', 'pmid:1000 = doi:10.1234/a, 2024, Europe PMC')`
			{"version": "6.9", "hitCount": 1, "nextCursorMark": "x", "request": {"queryString": "x",
			"resultType": "core"}, "resultList": {"result": [{"id": "1000", "source": "MED", "pmid": "1000",
			"doi": "10.1234/a", "title": "A", "pubYear": "2024"}]}}`,
	],
	'europepmc-datalinks json': [
		sample('links of an article', 'pmid:1000 References (submission) doi:10.1234/b, 2022-11-04, A Hub')`
			{"version": "6.9", "hitCount": 1, "request": {"id": "1000", "source": "MED"}, "dataLinkList": {
			"Category": [{"Name": "Related Data", "NameLong": "Related Data", "CategoryLinkCount": 1, "Section": [{
			"ObtainedBy": "submission", "Tags": ["related_data"], "SectionLinkCount": 1, "Linklist": {"Link": [{
			"ObtainedBy": "submission", "PublicationDate": "04-11-2022", "LinkProvider": {"Name": "A Hub"},
			"RelationshipType": {"Name": "References"}, "Frequency": 1, "Source": {"Type": {"Name": "literature"},
			"Identifier": {"ID": "1000", "IDScheme": "MED"}}, "Target": {"Type": {"Name": "dataset"}, "Identifier": {
			"ID": "10.1234/b", "IDScheme": "DOI"}, "Title": "B"}}]}}]}]}}`,
	],
	'event-data json': [
		sample('a page of Crossref', 'doi:10.1234/a References doi:10.1234/b, 2020-05-01T10:00:00Z, crossref')`
			{"status": "ok", "message-type": "event-list", "message": {"total-results": 1, "events": [{"id": "6b9c",
			"message_action": "create", "source_id": "crossref", "source_token": "x", "total": 1,
			"subj_id": "https://doi.org/10.1234/a", "obj_id": "https://doi.org/10.1234/b",
			"relation_type_id": "references", "occurred_at": "2020-05-01T10:00:00Z",
			"license": "https://license.example"}]}}`,
		sample('a page of DataCite', 'doi:10.1234/a References doi:10.1234/b, 2020-05-01T10:00:00Z, crossref')`
			{"data": [{"id": "6b9c", "type": "events", "attributes": {"id": "6b9c", "message-action": "create",
			"source-id": "crossref", "source-token": "x", "total": 1, "subj-id": "https://doi.org/10.1234/a",
			"obj-id": "https://doi.org/10.1234/b", "relation-type-id": "references",
			"occurred-at": "2020-05-01T10:00:00Z", "license": "https://license.example"}}], "meta": {"total": 1}}`,
	],
	'coar-notify json': [
		sample('an announcement', 'doi:10.1234/a IsSupplementedBy doi:10.1234/b, 2024-05-01, A Repository')`
			{"@context": ["https://www.w3.org/ns/activitystreams", "https://coar-notify.net"], "id": "urn:uuid:1",
			"type": ["Announce", "coar-notify:RelationshipAction"], "published": "2024-05-01", "actor": {
			"id": "https://repository.example", "name": "A Repository", "type": "Organization"}, "origin": {
			"id": "https://repository.example", "type": "Service"}, "target": {"id": "https://hub.example"},
			"object": {"id": "urn:uuid:2", "type": "Relationship", "as:subject": "https://doi.org/10.1234/a",
			"as:relationship": "http://purl.org/vocab/frbr/core#supplement", "as:object": "https://doi.org/10.1234/b"}}`,
	],
	'skg-if json': [
		sample('products of a graph', 'doi:10.1234/a cites doi:10.1234/b, 2024-05-01, Library')`
			{"@context": ["https://w3id.org/skg-if/context/skg-if.json", {"@base": "https://w3id.org/skg-if/sandbox/hub/"}],
			"@graph": [{"local_identifier": "1", "entity_type": "product", "product_type": "literature", "identifiers": [
			{"scheme": "doi", "value": "10.1234/a"}], "titles": {"en": ["A"]}, "contributions": [{"by": "2",
			"role": "author", "rank": 1}], "manifestations": [{"dates": {"publication": "2024-05-01"}, "biblio": {
			"volume": "1", "in": "3"}}], "related_products": {"cites": ["https://doi.org/10.1234/b"]}}, {
			"local_identifier": "2", "entity_type": "person", "family_name": "Doe", "given_name": "Ada"}, {
			"local_identifier": "3", "entity_type": "venue", "name": "Things"}]}`,
	],
	'lens json': [
		sample('a page', 'doi:10.1234/a = pmid:12 Cites doi:10.1234/b, 2024-05-01, The Lens')`
			{"total": 1, "data": [{"lens_id": "000-000-000-000-001", "title": "A", "date_published": "2024-05-01",
			"pmid": "12", "external_ids": [{"type": "doi", "value": "10.1234/a"}, {"type": "magid", "value": "7"}],
			"source": {"title": "Things"}, "references": [{"lens_id": "000-000-000-000-002", "doi": "10.1234/b"}]}]}`,
	],
	'openalex json': [
		sample('a page', 'openalex:W1 = doi:10.1234/a Cites openalex:W2, 2024-05-01, OpenAlex')`
			{"meta": {"count": 1, "page": 1}, "group_by": [], "results": [{"id": "https://openalex.org/W1",
			"doi": "https://doi.org/10.1234/a", "title": "A", "display_name": "A", "type": "article", "ids": {
			"openalex": "https://openalex.org/W1", "doi": "https://doi.org/10.1234/a"}, "publication_year": 2024,
			"publication_date": "2024-05-01", "authorships": [{"author": {"display_name": "Ada Doe"}}],
			"concepts": [], "referenced_works": ["https://openalex.org/W2"], "related_works": [
			"https://openalex.org/W3"], "primary_location": {"source": {"display_name": "Things", "type": "journal"}}}]}`,
	],
	'software-heritage json': [
		sample(
			'visits of an origin',
			`swh:swh:1:snp:${snapshot} IsVersionOf url:https://code.example/tool, 2024-05-01T10:00:00Z, Software Heritage`,
		)`
			[{"origin": "https://code.example/tool", "visit": 1, "date": "2024-05-01T10:00:00Z", "status": "full",
			"type": "git", "snapshot": "${snapshot}", "metadata": {},
			"origin_visit_url": "https://x.example"}]`,
	],
	'ro-crate json': [
		sample('a crate', 'doi:10.1234/a References doi:10.1234/b, 2024-05-01, Library')`
			{"@context": ["https://w3id.org/ro/crate/1.1/context", {"x": "https://schema.org/x"}], "@graph": [{
			"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"}, "conformsTo": {
			"@id": "https://w3id.org/ro/crate/1.1"}}, {"@id": "./", "@type": "Dataset", "name": "A",
			"identifier": "https://doi.org/10.1234/a", "hasPart": [], "datePublished": "2024-05-01", "citation": {
			"@id": "https://doi.org/10.1234/b"}}, {"@id": "https://doi.org/10.1234/b", "@type": "ScholarlyArticle",
			"name": "B"}]}`,
	],
	'codemeta json': [
		sample('a file of software', 'doi:10.1234/a IsDescribedBy doi:10.1234/b, 2024-05-01, Library')`
			{"@context": ["https://doi.org/10.5063/schema/codemeta-2.0", "http://schema.org"],
			"@type": "SoftwareSourceCode", "name": "A", "identifier": "10.1234/a", "datePublished": "2024-05-01",
			"version": "1", "author": [{"@type": "Person", "givenName": "Ada", "familyName": "Doe"}],
			"license": "https://license.example", "referencePublication": [{"@type": "ScholarlyArticle",
			"@id": "https://doi.org/10.1234/b", "name": "B"}]}`,
	],
	'schema-org json': [
		sample('a landing page', 'doi:10.1234/a References (citation) doi:10.1234/b, 2024-05-01, Library')`
			{"@context": "http://schema.org", "@type": "Dataset", "@id": "https://doi.org/10.1234/a", "name": "A",
			"identifier": "https://doi.org/10.1234/a", "creator": [{"@type": "Person", "name": "Ada Doe"}],
			"keywords": ["x"], "datePublished": "2024-05-01", "publisher": {"@type": "Organization", "name": "A Press"},
			"version": "1", "citation": [{"@type": "CreativeWork", "@id": "https://doi.org/10.1234/b", "name": "B"}]}`,
	],
	'crossref-csl json': [
		sample('a work', 'doi:10.1234/a References doi:10.1234/b, 2024-05-01T10:00:00Z, Crossref')`
			{"DOI": "10.1234/a", "URL": "https://doi.org/10.1234/a", "type": "journal-article", "title": "A",
			"publisher": "A Press", "container-title": ["Things"], "ISSN": ["1234-5679"], "author": [{"family": "Doe",
			"given": "Ada"}], "page": "3-4", "created": {"date-time": "2024-05-01T10:00:00Z", "date-parts": [[2024, 5,
			1]]}, "source": "Crossref", "issued": {"date-parts": [[2024, 5]]}, "relation": {}, "reference": [{
			"key": "ref1", "doi-asserted-by": "publisher", "DOI": "10.1234/b", "year": "1999"}]}`,
	],
	'csl-json json': [
		sample('a list', 'doi:10.1234/a = pmid:1234567, Library')`
			[{"id": "doe2024", "type": "article-journal", "title": "A", "DOI": "10.1234/a", "PMID": "1234567",
			"page": "3", "author": [{"family": "Doe", "given": "Ada"}], "issued": {"date-parts": [["2024", 5, 1]]},
			"source": "Zotero"}]`,
		sample('an export that wraps them', 'doi:10.1234/a = isbn:978-3-528-08599-5, Library')`
			{"items": [{"id": "x", "type": "book", "DOI": "10.1234/a", "ISBN": "978-3-528-08599-5"}]}`,
	],
	'icite json': [
		sample('an answer', 'pmid:1234567 = doi:10.1234/a Cites pmid:7654321, 2024, NIH iCite')`
			{"meta": {"limit": 10}, "links": {"self": "https://api.example"}, "data": [{"pmid": 1234567,
			"doi": "10.1234/a", "year": 2024, "title": "A", "authors": [{"fullName": "Ada Doe"}], "journal": "Things",
			"citation_count": 0, "cited_by": [], "references": [7654321], "citedByPmidsByYear": [],
			"is_clinical": false}]}`,
	],
	'opencitations json': [
		sample('version 1', 'doi:10.1234/a Cites doi:10.1234/b, 2024-05-01, OpenCitations')`
			[{"oci": "0200-0201", "citing": "10.1234/a", "cited": "10.1234/b", "creation": "2024-05-01",
			"timespan": "P1Y", "journal_sc": "no", "author_sc": "no"}]`,
		sample(
			'version 2',
			'doi:10.1234/a = omid:br/0601 Cites doi:10.1234/b = pmid:1234567 = omid:br/0602, 2024-05, OpenCitations',
		)`
			[{"oci": "0601-0602", "citing": "omid:br/0601 doi:10.1234/a",
			"cited": "omid:br/0602 doi:10.1234/b pmid:1234567", "creation": "2024-05", "timespan": "P1Y",
			"journal_sc": "no", "author_sc": "no"}]`,
	],
	'opencitations-meta json': [
		sample('an answer with a type that CSL has too', 'doi:10.1234/a = omid:br/0601, 2024, OpenCitations')`
			[{"id": "doi:10.1234/a omid:br/0601", "title": "A", "author": "Doe, Ada [orcid:0000-0002-1825-0097]",
			"issue": "", "pub_date": "2024", "venue": "", "page": "", "volume": "", "type": "book",
			"publisher": "A Press [crossref:1]", "editor": ""}]`,
	],
	'data-citation-corpus json': [
		sample(
			'a part of the corpus',
			'doi:10.1234/a Cites doi:10.1234/b, 2025-07-25T10:00:00Z, Data Citation Corpus (datacite)',
		)`
			[{"id": "1", "created": "2025-07-25T10:00:00Z", "updated": "", "repository": {"title": "A Repository"},
			"title": "A", "dataset": "10.1234/b", "publication": "10.1234/a", "publishedDate": "2024-05-01",
			"source": "datacite", "publisher": {"title": "A Press"}, "journal": {"title": "Things"}, "subjects": [],
			"affiliations": [], "funders": []}]`,
	],
};
