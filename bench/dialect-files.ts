// Writes made-up files of the most common dialects. Titles and persons beside the links are as many
// as records usually have.

const linksPerRecord = 10;

/** A file of a dialect: its beginning, its records and its end. */
type File = { begin?: string; record(number: number, cited: readonly string[]): string; end?: string };

const doiOf = (number: number): string => `10.5072/bench.${number}`;
const titleOf = (number: number): string => `On the measurement of ${number} things, and of what follows from it`;
const people = ['Curie, Marie', 'Meitner, Lise', 'Noether, Emmy', 'Bell Burnell, Jocelyn'];
const json = (record: object): string => `${JSON.stringify(record)}\n`;

/** By the names of `--from`. */
export const dialectFiles: Readonly<Record<string, File>> = {
	datacite: {
		record: (number, cited) =>
			json({
				...{ doi: doiOf(number), registered: '2024-05-01T10:00:00.000Z', publicationYear: 2024 },
				...{ types: { resourceTypeGeneral: 'Dataset' }, titles: [{ title: titleOf(number) }] },
				creators: people.map((name) => ({ name, nameType: 'Personal' })),
				relatedIdentifiers: cited.map((id) => ({
					...{ relatedIdentifier: id, relatedIdentifierType: 'DOI', relationType: 'References' },
				})),
			}),
	},
	'datacite-xml': {
		begin: '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n',
		record: (number, cited) =>
			`<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">${doiOf(number)}</identifier>` +
			`<creators>${people.map((name) => `<creator><creatorName>${name}</creatorName></creator>`).join('')}</creators>` +
			`<titles><title>${titleOf(number)}</title></titles><publicationYear>2024</publicationYear><relatedIdentifiers>` +
			cited
				.map(
					(id) => `<relatedIdentifier relatedIdentifierType="DOI" relationType="References">${id}</relatedIdentifier>`,
				)
				.join('') +
			'</relatedIdentifiers></resource>\n',
		end: '</records>\n',
	},
	crossref: {
		record: (number, cited) =>
			json({
				...{ DOI: doiOf(number), type: 'journal-article', title: [titleOf(number)], publisher: 'A Press' },
				...{ 'reference-count': cited.length, created: { 'date-time': '2024-05-01T10:00:00Z' } },
				...{ issued: { 'date-parts': [[2024, 5, 1]] } },
				author: people.map((name) => ({ family: name.split(', ')[0], given: name.split(', ')[1] })),
				reference: cited.map((DOI, key) => ({ ...{ key: `ref${key}`, DOI, author: 'Curie' }, year: '1998' })),
			}),
	},
	openalex: {
		record: (number, cited) =>
			json({
				...{ id: `https://openalex.org/W${4_000_000_000 + number}`, doi: `https://doi.org/${doiOf(number)}` },
				...{ title: titleOf(number), publication_date: '2024-05-01', type: 'article' },
				ids: { openalex: `https://openalex.org/W${4_000_000_000 + number}`, doi: `https://doi.org/${doiOf(number)}` },
				authorships: people.map((display_name) => ({ author: { display_name } })),
				referenced_works: cited.map((_, at) => `https://openalex.org/W${2_000_000_000 + number * linksPerRecord + at}`),
			}),
	},
	zenodo: {
		record: (number, cited) =>
			json({
				...{ doi: doiOf(number), conceptrecid: '1', created: '2024-05-01T10:00:00+00:00' },
				metadata: {
					...{ title: titleOf(number), publication_date: '2024-05-01', resource_type: { type: 'software' } },
					creators: people.map((name) => ({ name })),
					related_identifiers: cited.map((id, at) => ({
						...{ identifier: at % 3 === 0 ? `https://doi.org/${id}` : id, relation: 'cites' },
						scheme: at % 3 === 0 ? 'url' : 'doi',
					})),
				},
			}),
	},
	ads: {
		record: (number, cited) =>
			json({
				...{ bibcode: `2024ApJ..${bibcodeEnd(number)}`, pubdate: '2024-05-00', doi: [doiOf(number)] },
				...{ title: [titleOf(number)], author: people },
				reference: cited.map((_, at) => `1998MNRAS${bibcodeEnd(number * linksPerRecord + at)}`),
			}),
	},
	opencitations: {
		begin: 'oci,citing,cited,creation,timespan,journal_sc,author_sc\n',
		record: (number, cited) =>
			cited.map((id, at) => `0${number}-0${at},${doiOf(number)},${id},2024-05-01,P1Y,no,no\n`).join(''),
	},
	scopus: {
		begin: 'Authors,Title,Year,Source title,Volume,Issue,Art. No.,DOI,Link,References,EID\n',
		record: (number, cited) =>
			`"${people.join('; ')}","${titleOf(number)}",2024,"Things",12,3,,${doiOf(number)},` +
			`"https://www.scopus.com/record/${number}","${cited.map(referenceTo).join('; ')}",2-s2.0-${number}\n`,
	},
	wos: {
		begin: 'FN Clarivate Analytics Web of Science\nVR 1.0\n',
		record: (number, cited) =>
			`PT J\nAU ${people.join('\n   ')}\nTI ${titleOf(number)}\nSO THINGS\n` +
			`CR ${cited.map((id) => `Curie M, 1998, THINGS, V7, P101, DOI ${id}`).join('\n   ')}\n` +
			`PY 2024\nVL 12\nDI ${doiOf(number)}\nUT WOS:${String(number).padStart(15, '0')}\nER\n\n`,
		end: 'EF\n',
	},
	'jats-xml': {
		begin: '<pmc-articleset>\n',
		record: (number, cited) =>
			'<article article-type="research-article"><front><journal-meta><publisher><publisher-name>A Press' +
			`</publisher-name></publisher></journal-meta><article-meta><article-id pub-id-type="doi">${doiOf(number)}` +
			`</article-id><title-group><article-title>${titleOf(number)}</article-title></title-group><pub-date><year>2024` +
			'</year></pub-date></article-meta></front><back><ref-list>' +
			cited
				.map(
					(id, at) =>
						`<ref id="r${at}"><element-citation><person-group><name><surname>Curie</surname></name></person-group>` +
						`<year>1998</year><source>Things</source><pub-id pub-id-type="doi">${id}</pub-id></element-citation></ref>`,
				)
				.join('') +
			'</ref-list></back></article>\n',
		end: '</pmc-articleset>\n',
	},
	'event-data': {
		record: (number, cited) =>
			cited
				.map((id, at) =>
					json({
						...{ id: `${number}-${at}`, subj_id: `https://doi.org/${doiOf(number)}`, obj_id: `https://doi.org/${id}` },
						...{ relation_type_id: 'references', occurred_at: '2024-05-01T10:00:00Z', source_id: 'crossref' },
					}),
				)
				.join(''),
	},
};

function referenceTo(id: string): string {
	return `Curie M., On what follows, Things, 7, 2, pp. 101-109, (1998), DOI: ${id}`;
}

function bibcodeEnd(number: number): string {
	return `${String(number % 9_000).padStart(4, '.')}${String(number % 10_000).padStart(5, '.')}C`;
}

/** Writes a file with a number of links, in pieces. */
export function* dialectFile({ begin = '', record, end = '' }: File, links: number): Generator<string> {
	yield begin;
	for (let number = 0; number * linksPerRecord < links; number++) {
		const cited = Array.from({ length: linksPerRecord }, (_, at) => `10.5072/cited.${(number * 7 + at * 131) % 9_973}`);
		yield record(number, cited);
	}
	yield end;
}
