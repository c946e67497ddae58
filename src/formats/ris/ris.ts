// Writes objects as records in RIS, the format of reference managers.
import { identifierUrl } from '../../identifiers/index.ts';
import { onOneLine } from '../../links/words.ts';
import { type DescribedObject, literatureKind, pagesOf } from '../scholix/described-object.ts';

/**
 * Writes a record and an empty line after it. A value is one line: RIS has no other escape, so
 * breaks and control characters become spaces.
 */
export function risRecord(object: DescribedObject): string {
	const { Title = '', Creator = [], PublicationDate = '', Publisher = [], Keywords = [], Identifiers } = object;
	const [, year, month = '', day = ''] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(PublicationDate) ?? [];
	const { Container = {} } = object;
	const { firstPage, lastPage } = pagesOf(Container);
	const first = (...schemes: string[]) => Identifiers.find(({ IDScheme }) => schemes.includes(IDScheme))?.ID;
	const addresses = Identifiers.map(({ ID, IDScheme }) => identifierUrl({ scheme: IDScheme, value: ID }));
	const lines: [tag: string, value: string | undefined][] = [
		['TY', recordType(object)],
		['TI', Title],
		// Of an article its journal, of a chapter its book, of a book its series.
		['T2', Container.Title],
		['VL', Container.Volume],
		['IS', Container.Issue],
		['SP', firstPage],
		['EP', lastPage],
		['ET', object.Edition],
		...Creator.map(({ Name }): [string, string] => ['AU', Name]),
		['PY', year],
		['DA', year && month && `${year}/${month}/${day}/`],
		...Publisher.map(({ Name }): [string, string] => ['PB', Name]),
		['CY', object.PublisherPlace],
		['DO', first('doi')],
		...[first('isbn', 'issn'), ...(Container.ISSN ?? [])].map((number): [string, string | undefined] => ['SN', number]),
		['UR', addresses.find(Boolean)],
		['AN', Identifiers.find(({ IDScheme }) => IDScheme !== 'doi')?.ID],
		...Keywords.map((keyword): [string, string] => ['KW', keyword]),
	];
	const written = lines.flatMap(([tag, value]) => {
		const text = value && onOneLine(value);
		return text ? [`${tag}  - ${text}\r\n`] : [];
	});
	return `${written.join('')}ER  - \r\n\r\n`;
}

function recordType({ Type }: DescribedObject): string {
	switch (Type.Name) {
		case 'software':
			return 'COMP';
		case 'dataset':
			return 'DATA';
		case 'literature':
			return recordTypeOf[literatureKind(Type.SubType)];
		default:
			return 'GEN';
	}
}

const recordTypeOf = {
	article: 'JOUR',
	book: 'BOOK',
	chapter: 'CHAP',
	conference: 'CONF',
	preprint: 'UNPB',
	report: 'RPRT',
	thesis: 'THES',
} as const;
