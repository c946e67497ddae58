// Holds samples of every dialect, with the fields that its documents have besides those that are
// read, and the links in them.
import type { Syntax } from './dialect.ts';
import { jsonSamples, type Sample, type Samples, sample } from './json-samples.fixture.ts';
import { moreJsonSamples } from './more-json-samples.fixture.ts';

/** The samples of every dialect. */
export const samples: Samples = {
	...jsonSamples,
	...moreJsonSamples,
	'scholix-xml xml': [
		sample('version 3', 'doi:10.1234/a References doi:10.1234/b, 2020-05-01, A Hub')`<?xml version="1.0"?>
			<scholix xmlns="http://www.scholix.org"><LinkPublicationDate>2020-05-01</LinkPublicationDate><LinkProvider>
			<name>A Hub</name><identifier><ID>hub</ID></identifier></LinkProvider><RelationshipType><Name>References</Name>
			</RelationshipType><LicenseURL>http://license.example</LicenseURL><source><Identifier><ID>10.1234/a</ID>
			<IDScheme>doi</IDScheme></Identifier><Type><Name>literature</Name></Type><Title>A</Title></source><target>
			<Identifier><ID>10.1234/b</ID><IDScheme>doi</IDScheme></Identifier><Type><Name>dataset</Name></Type></target>
			</scholix>`,
		sample('version 1', 'doi:10.1234/a cites doi:10.1234/b, 2016, A Hub')`
			<link xmlns="http://www.scholix.org"><publicationDate>2016</publicationDate><linkProvider><name>A Hub</name>
			</linkProvider><relationship><name>cites</name><schema>datacite</schema></relationship><source><identifier>
			<identifier>10.1234/a</identifier><schema>doi</schema></identifier><objectType>publication</objectType></source>
			<target><identifier><identifier>10.1234/b</identifier><schema>doi</schema></identifier></target></link>`,
	],
	'datacite-xml xml': [
		sample('a record', 'doi:10.1234/a IsCitedBy doi:10.1234/b, 2024, DataCite')`<?xml version="1.0" encoding="UTF-8"?>
			<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.1234/a</identifier>
			<creators><creator><creatorName>Doe, Ada</creatorName></creator></creators><titles><title>Data</title></titles>
			<publisher>A Press</publisher><publicationYear>2024</publicationYear><resourceType
			resourceTypeGeneral="Dataset"/><relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI"
			relationType="IsCitedBy">10.1234/b</relatedIdentifier></relatedIdentifiers></resource>`,
		sample('an answer of OAI-PMH', 'doi:10.1234/a References doi:10.1234/b, 2014, DataCite')`
			<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><metadata>
			<resource xmlns="http://datacite.org/schema/kernel-3"><identifier identifierType="DOI">10.1234/a</identifier>
			<publicationYear>2014</publicationYear><relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI"
			relationType="References">10.1234/b</relatedIdentifier></relatedIdentifiers></resource></metadata></record>
			</ListRecords></OAI-PMH>`,
	],
	'crossref-xml xml': [
		sample('a deposit', 'doi:10.1234/a References doi:10.1234/b, 2024, Crossref')`
			<doi_batch xmlns="http://www.crossref.org/schema/4.4.2" version="4.4.2"><head><doi_batch_id>1</doi_batch_id>
			</head><body><journal><journal_metadata><full_title>Things</full_title></journal_metadata><journal_article>
			<titles><title>A</title></titles><publication_date><year>2024</year></publication_date><doi_data>
			<doi>10.1234/a</doi><resource>https://press.example/a</resource></doi_data><citation_list><citation key="1">
			<doi>10.1234/b</doi></citation></citation_list></journal_article></journal></body></doi_batch>`,
	],
	'lagotto-xml xml': [
		sample('an event', 'doi:10.1234/a IsSupplementTo doi:10.1234/b, 2015-04-01T10:00:00Z, datacite')`
			<event><subj_id>https://doi.org/10.1234/a</subj_id><obj_id>https://doi.org/10.1234/b</obj_id><relation_type_id>
			is_supplement_to</relation_type_id><source_id>datacite</source_id><publisher_id>X.Y</publisher_id><subj>
			<pid>https://doi.org/10.1234/a</pid><title>A</title><issued>2015-04-01T10:00:00Z</issued></subj><obj/>
			<message_type>relation</message_type></event>`,
	],
	'citation-cff yaml': [
		sample('references of software', 'doi:10.1234/a References doi:10.1234/b, 2024-05-01, Library')`# To cite it
cff-version: 1.2.0
message: Please cite it.
type: software
title: A Tool
authors:
  - {family-names: Doe, given-names: Ada}
doi: 10.1234/a
date-released: 2024-05-01
references:
  - {type: article, title: B, doi: 10.1234/b}
`,
	],
	'bibtex bibtex': [
		sample('a bibliography', 'doi:10.1234/a = arxiv:arXiv:2405.00001, 2024, Library')`% Encoding: UTF-8
			@string{apj = "Astrophysical Journal"}
			@article{doe2024, author = {Doe, Ada}, title = {A}, journal = apj, year = 2024, doi = {10.1234/a},
			eprint = {2405.00001}, archivePrefix = {arXiv}}`,
		sample('an export of Scopus', 'doi:10.1234/a Cites doi:10.1234/b, 2024, Library')`
			@ARTICLE{Doe2024, author = {Doe, A.}, title = {A}, year = {2024}, doi = {10.1234/a}, note = {cited By 3},
			references = {Roe, K., B (2020) Things, 1, p. 2. , https://doi.org/10.1234/b}, source = {Scopus}}`,
	],
	'ris tagged': [
		sample('a bibliography', 'doi:10.1234/a = pmid:1234567, Library')`TY  - JOUR
AU  - Doe, Ada
TI  - A
PY  - 2024
DA  - 2024/05/01/
T2  - Things
SN  - 1234-5679
VL  - 1
SP  - 2
EP  - 9
N2  - An abstract.
DO  - 10.1234/a
UR  - https://doi.org/10.1234/a
AN  - 1234567
DB  - PubMed
KW  - things
ER  - 
`,
		sample('an export of Scopus', 'doi:10.1234/a Cites doi:10.1234/b, 2024, Library')`
TY  - JOUR
TI  - A
T2  - Things
PY  - 2024
DO  - 10.1234/a
N1  - Export Date: 1 May 2024
DB  - Scopus
C7  - 12
N1  - References: Roe, K., (2020) Things, 1, p. 2. , https://doi.org/10.1234/b;
UR  - https://db.example/a
ER  -
`,
	],
	'pubmed tagged': [
		sample(
			'an export',
			'pmid:1234567 = doi:10.1234/a = pmcid:PMC1234567 IsRelatedTo (erratum) pmid:7654321, 2024-05-01, PubMed',
		)`
PMID- 1234567
OWN - NLM
IS  - 1234-5679 (Electronic)
VI  - 1
DP  - 2024 May-Jun
TI  - A
      title
LID - 10.1234/a [doi]
FAU - Doe, Ada
AU  - Doe A
AUID- ORCID: 0000-0002-1825-0097
PT  - Journal Article
JT  - Things
EIN - Things. 2024;1(2):3. PMID: 7654321
PMC - PMC1234567
CRDT- 2024/05/01 06:00
AID - 10.1234/a [doi]
`,
	],
	'pubmed xml': [
		sample(
			'an answer of efetch',
			'pmid:1234567 = doi:10.1234/a References pmid:7654321 = doi:10.1234/b, 2024-05-01, PubMed',
			'pmid:1234567 IsRelatedTo (retraction) pmid:7654322, 2024-05-01, PubMed',
		)`<?xml version="1.0" ?>
			<!DOCTYPE PubmedArticleSet PUBLIC "-//A//DTD Articles//EN" "https://dtd.example/articles.dtd">
			<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">1234567</PMID><Article><Journal>
			<ISSN IssnType="Electronic">1234-5679</ISSN><JournalIssue><Volume>1</Volume><PubDate><Year>2024</Year></PubDate>
			</JournalIssue><Title>Things</Title></Journal><ArticleTitle>A</ArticleTitle><AuthorList><Author>
			<LastName>Doe</LastName><ForeName>Ada</ForeName></Author></AuthorList><PublicationTypeList>
			<PublicationType>Journal Article</PublicationType></PublicationTypeList></Article><CommentsCorrectionsList>
			<CommentsCorrections RefType="RetractionIn"><PMID>7654322</PMID></CommentsCorrections></CommentsCorrectionsList>
			</MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>2024</Year><Month>5</Month>
			<Day>1</Day></PubMedPubDate></History><ArticleIdList><ArticleId IdType="pubmed">1234567</ArticleId>
			<ArticleId IdType="doi">10.1234/a</ArticleId></ArticleIdList><ReferenceList><Reference><Citation>B.</Citation>
			<ArticleIdList><ArticleId IdType="pubmed">7654321</ArticleId><ArticleId IdType="doi">10.1234/b</ArticleId>
			</ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>`,
	],
	'wos tagged': [
		sample(
			'full records',
			'doi:10.1234/a = pmid:1234567 Cites doi:10.1234/b, 2024-05, Web of Science',
			'doi:10.1234/a Cites arxiv:arXiv:2001.01234, 2024-05, Web of Science',
		)`FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Doe, A
   Roe, K
AF Doe, Ada
   Roe, Kim
TI A title
   of two lines
SO THINGS
DT Article
CR Lee K, 2020, THINGS, V1, P2, DOI 10.1234/b
   Poe C, 2020, Arxiv, DOI arXiv:2001.01234
SN 1234-5679
PD MAY-JUN
PY 2024
VL 1
BP 2
EP 9
DI 10.1234/a
PM 1234567
UT WOS:000000000000001
ER

EF
`,
	],
	'wos table': [
		sample(
			'a tab-delimited file',
			'doi:10.1234/a = pmid:1234567 Cites doi:10.1234/b, 2024-05, Web of Science',
		)`PT	AU	AF	TI	SO	DT	CR	SN	PD	PY	VL	BP	EP	DI	PM	UT
J	Doe, A	Doe, Ada	A	THINGS	Article	Lee K, 2020, THINGS, V1, P2, DOI 10.1234/b	1234-5679	MAY	2024	1	2	9	10.1234/a	1234567	WOS:1
`,
		sample('an export for Excel', 'doi:10.1234/a Cites arxiv:arXiv:2001.01234, 2024, Web of Science')`
Publication Type,Authors,Article Title,Source Title,Cited References,Publication Year,DOI,DOI Link,UT (Unique WOS ID)
J,"Doe, A",A,THINGS,"Poe C, 2020, Arxiv, DOI arXiv:2001.01234",2024,10.1234/a,http://dx.doi.org/10.1234/a,WOS:1
`,
	],
	'endnote xml': [
		sample('an export', 'doi:10.1234/a = pmid:1234567, Library')`<?xml version="1.0" encoding="UTF-8" ?><xml>
			<records><record><database name="a.enl">a.enl</database><ref-type name="Journal Article">17</ref-type>
			<contributors><authors><author><style face="normal">Doe, Ada</style></author></authors></contributors><titles>
			<title><style face="normal">A</style></title><secondary-title>Things</secondary-title></titles><volume>1</volume>
			<dates><year>2024</year></dates><isbn>1234-5679</isbn><accession-num>1234567</accession-num><urls><related-urls>
			<url>https://doi.org/10.1234/a</url></related-urls></urls><electronic-resource-num>10.1234/a
			</electronic-resource-num><remote-database-name>Medline</remote-database-name></record></records></xml>`,
	],
	'jats xml': [
		sample(
			'an article',
			'doi:10.1234/a = pmid:1234567 References doi:10.1234/b = pmid:7654321, 2024-05-01, A Press',
			'doi:10.1234/a References doi:10.1234/c, 2024-05-01, A Press',
			'doi:10.1234/a IsRelatedTo (correction) doi:10.1234/d, 2024-05-01, A Press',
		)`<?xml version="1.0"?>
			<!DOCTYPE article PUBLIC "-//A//DTD Articles//EN" "https://dtd.example/articles.dtd">
			<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article"><front><journal-meta>
			<journal-title-group><journal-title>Things</journal-title></journal-title-group><issn>1234-5679</issn><publisher>
			<publisher-name>A Press</publisher-name></publisher></journal-meta><article-meta>
			<article-id pub-id-type="doi">10.1234/a</article-id><article-id pub-id-type="pmid">1234567</article-id>
			<title-group><article-title>A</article-title></title-group><contrib-group><contrib contrib-type="author"><name>
			<surname>Doe</surname><given-names>Ada</given-names></name></contrib></contrib-group><pub-date pub-type="epub">
			<day>1</day><month>5</month><year>2024</year></pub-date><volume>1</volume>
			<related-article related-article-type="corrected-article" ext-link-type="doi" xlink:href="10.1234/d"/>
			</article-meta></front><back><ref-list><ref id="r1"><element-citation publication-type="journal">
			<article-title>B</article-title><source>J Th</source><year>2020</year><pub-id pub-id-type="doi">10.1234/b</pub-id>
			<pub-id pub-id-type="pmid">7654321</pub-id></element-citation></ref><ref id="r2"><mixed-citation>Roe K. C.
			<ext-link ext-link-type="uri" xlink:href="https://doi.org/10.1234/c">Link</ext-link></mixed-citation></ref>
			</ref-list></back></article>`,
	],
	'tei xml': [
		sample(
			'an article of GROBID',
			'doi:10.1234/a References doi:10.1234/b, 2024-05-01, Library',
			'doi:10.1234/a References doi:10.1234/c, 2024-05-01, Library',
		)`<?xml version="1.0" encoding="UTF-8"?>
			<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>A</title></titleStmt><sourceDesc>
			<biblStruct><analytic><author><persName><forename>Ada</forename><surname>Doe</surname></persName></author>
			<title level="a">A</title></analytic><monogr><title level="j">Things</title><idno type="ISSN">1234-5679</idno>
			<imprint><biblScope unit="volume">1</biblScope><date type="published" when="2024-05-01"/></imprint></monogr>
			<idno type="DOI">10.1234/a</idno></biblStruct></sourceDesc></fileDesc></teiHeader><text><back><div><listBibl>
			<biblStruct><analytic><title level="a">B</title><idno type="DOI">10.1234/b</idno></analytic><monogr>
			<title level="j">Th</title><imprint><date when="2020"/></imprint></monogr></biblStruct><biblStruct><monogr>
			<title level="m">C</title><imprint/></monogr><ptr target="https://doi.org/10.1234/c"/></biblStruct></listBibl>
			</div></back></text></TEI>`,
	],
	'nih-occ table': [
		sample('pairs of PMIDs', 'pmid:1234567 Cites pmid:7654321, NIH Open Citation Collection')`citing,referenced
1234567,7654321
`,
	],
	'icite table': [
		sample('a snapshot', 'pmid:1234567 = doi:10.1234/a Cites pmid:7654321, 2024, NIH iCite')`
pmid,doi,year,title,authors,journal,is_research_article,relative_citation_ratio,cited_by_clin,cited_by,references
1234567,10.1234/a,2024,A,Ada Doe,Things,Yes,1.5,,,7654321
`,
	],
	'opencitations table': [
		sample(
			'the Index',
			'doi:10.1234/a Cites doi:10.1234/b, 2024-05-01, OpenCitations',
		)`oci,citing,cited,creation,timespan
0200-0201,10.1234/a,10.1234/b,2024-05-01,P1Y
`,
		sample('the Index with OMIDs', 'omid:br/0601 Cites omid:br/0602, 2024, OpenCitations')`
"id","citing","cited","creation","timespan"
"oci:0601-0602","omid:br/0601","omid:br/0602","2024",""
`,
		sample('a deposit', 'doi:10.1234/a Cites doi:10.1234/b, 2024-05, OpenCitations')`
citing_id,citing_publication_date,cited_id,cited_publication_date
doi:10.1234/a,2024-05,doi:10.1234/b,1999
`,
		sample('pairs of sources', 'doi:10.1234/a Cites doi:10.1234/b, OpenCitations')`citing,referenced
10.1234/a,10.1234/b
`,
	],
	'opencitations-meta table': [
		sample('the dump', 'doi:10.1234/a = omid:br/0601, 2024, OpenCitations')`
"id","title","author","issue","volume","venue","page","pub_date","type","publisher","editor"
"doi:10.1234/a omid:br/0601","A","Doe, Ada [orcid:0000-0002-1825-0097]","","","","","2024","book","A Press",""
`,
	],
	'data-citation-corpus table': [
		sample(
			'a part of the corpus',
			'doi:10.1234/a Cites doi:10.1234/b, 2025-07-25T10:00:00Z, Data Citation Corpus (datacite)',
		)`
id,created,updated,repository,publisher,journal,title,publication,dataset,publishedDate,source,subjects,funders
1,2025-07-25T10:00:00Z,,A Repository,A Press,Things,A,https://doi.org/10.1234/a,10.1234/b,2024-05-01,datacite,,
`,
	],
	'pmc-ids table': [
		sample('the list', 'doi:10.1234/a = pmcid:PMC1234567 = pmid:7654321, 2024, PubMed Central')`
Journal Title,ISSN,eISSN,Year,Volume,Issue,Page,DOI,PMCID,PMID,Manuscript Id,Release Date
Things,1234-5679,,2024,1,2,3,10.1234/a,PMC1234567,7654321,,live
`,
	],
	'relationships table': [
		sample(
			'an answer',
			'doi:10.1234/a IsReferencedBy doi:10.1234/b = pmid:1234567, 2024-05-01, A Hub',
			'doi:10.1234/a IsReferencedBy doi:10.1234/b = pmid:1234567, 2023, Another Hub',
		)`
source_id,source_scheme,relation,id,scheme,url,type,title,first_link_date,last_link_date,providers,identifiers
10.1234/a,doi,isCitedBy,10.1234/b,doi,https://doi.org/10.1234/b,literature,B,2023,2024-05-01,A Hub; Another Hub,doi:10.1234/b; pmid:1234567
`,
	],
	'scopus table': [
		sample('an export', 'doi:10.1234/a = pmid:1234567 Cites doi:10.1234/b, 2024, Scopus')`
Authors,Author(s) ID,Title,Year,Source title,Page start,DOI,Link,References,ISSN,PubMed ID,Document Type,EID
Doe A.,1,A,2024,Things,1,10.1234/a,https://db.example/a,"Roe K., B, Things, 1, (2020), https://doi.org/10.1234/b",,1234567,Article,2-s2.0-1
`,
	],
	'pubmed table': [
		sample('an export', 'pmid:1234567 = doi:10.1234/a = pmcid:PMC7654321, 2024-05-01, PubMed')`
PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI
1234567,A,Doe A.,Things. 2024 May 1;1(2):3-4. doi: 10.1234/a.,Doe A,Things,2024,2024/05/01,PMC7654321,,10.1234/a
`,
	],
	'openalex table': [
		sample('an export', 'openalex:W1234561 = doi:10.1234/a Cites openalex:W1234562, 2024, OpenAlex')`
id,doi,display_name,publication_year,referenced_works,cited_by_count
https://openalex.org/W1234561,https://doi.org/10.1234/a,A,2024,https://openalex.org/W1234562,10
`,
	],
	'dimensions table': [
		sample('an export for mapping', 'doi:10.1234/a Cites doi:10.1234/b, 2024, Dimensions')`
Publication ID,DOI,Title,Source title/Anthology title,PubYear,Volume,Authors,Dimensions URL,Times cited,Cited references
pub.1,10.1234/a,A,Things,2024,1,"Doe, Ada",https://db.example/pub.1,3,"[Roe, Kim]|[ur.1]|Th|2020|1|2|3-4|10.1234/b|pub.2|5"
`,
		sample('full records', 'doi:10.1234/a = pmid:1234567 = arxiv:arXiv:2405.00001, 2024-05-01, Dimensions')`
Rank,Publication ID,DOI,PMID,PMCID,arXiv ID,Title,Source title,Publication date,PubYear,Publication Type,Authors
1,pub.1,10.1234/a,1234567,,2405.00001,A,Things,2024-05-01,2024,Article,"Doe, Ada; Roe, Kim"
`,
	],
	'openapc table': [
		sample('the list', 'doi:10.1234/a = pmid:1234567 = pmcid:PMC7654321, OpenAPC')`
institution,period,euro,doi,is_hybrid,publisher,journal_full_title,issn,license_ref,indexed_in_crossref,pmid,pmcid,ut,url,doaj
A University,2024,1000,10.1234/a,FALSE,A Press,Things,1234-5679,https://license.example,TRUE,1234567,PMC7654321,ut:1,NA,TRUE
`,
	],
	'publish-or-perish table': [
		sample('a list', 'doi:10.1234/a = arxiv:arXiv:2405.00001, 2024, Library')`
Cites,Authors,Title,Year,Source,Publisher,ArticleURL,CitesURL,GSRank,QueryDate,Type,DOI,ISSN,StartPage,EndPage,ECC
5,"A Doe, K Roe",A,2024,Things,A Press,https://arxiv.org/abs/2405.00001,https://c.example/1,1,2024-05-01,,10.1234/a,,1,2,5
`,
	],
	'retraction-watch table': [
		sample(
			'the table',
			'doi:10.1234/n IsRelatedTo (retraction) doi:10.1234/a = pmid:1234567, 2024-06-17, Retraction Watch',
		)`
Record ID,Title,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature
1,A,6/17/2024 0:00,10.1234/n,0,5/1/2020 0:00,10.1234/a,1234567,Retraction
`,
	],
	'lens table': [
		sample('an export', 'doi:10.1234/a = pmid:1234567 = pmcid:PMC7654321, 2024-05-01, The Lens')`
Lens ID,Title,Date Published,Publication Year,Source Title,ISSNs,Author/s,PMID,DOI,PMCID,References,Citing Works Count
000-000-000-000-00X,A,2024-05-01,2024,Things,,Ada Doe; Kim Roe,1234567,10.1234/a,PMC7654321,,10
`,
	],
	'table table': [
		sample('columns of any name', 'doi:10.1234/a IsRelatedTo doi:10.1234/b, 2024-05-01, Library')`
Paper;Dataset;Date
10.1234/a;10.1234/b;2024-05-01
`,
	],
};

/** Lists all samples with the names of their dialects, and how many links each has between works. */
export function samplesByName(): (Sample & { name: string; syntax: Syntax; linkCount: number })[] {
	return Object.entries(samples).flatMap(([key, own = []]) => {
		const [name, syntax] = key.split(' ') as [string, Syntax];
		return own.map((one) => ({ ...one, name, syntax, linkCount: one.links.filter(isBetweenWorks).length }));
	});
}

/** Other lines name all identifiers of one work: `doi:10.1234/a = pmid:12, 2024, Crossref`. */
function isBetweenWorks(line: string): boolean {
	return / [A-Za-z]+ (?:\([^)]+\) )?[a-z]+:/.test(line);
}
