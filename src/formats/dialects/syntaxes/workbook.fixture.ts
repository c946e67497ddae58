// Makes small Excel workbooks for tests (ECMA-376, part 1).
import { zipOf } from '../../files/zip.fixture.ts';

/** A sheet: its name, whether it is hidden, and the XML of its rows. */
type SheetOfTest = { name: string; isHidden?: boolean; rows: string };

type Options = {
	/** The `si` elements of the shared texts. */
	shared?: string;
	/** Codes of formats; the styles 1, 2, … of cells have them. */
	formats?: readonly string[];
	from1904?: boolean;
};

/** Makes a workbook. Style 0 of a cell has no format. */
export function workbookOf(
	sheets: readonly SheetOfTest[],
	{ shared = '', formats = [], from1904 = false }: Options = {},
): Buffer {
	const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
	const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
	const listed = sheets.map(({ name, isHidden }, at) => {
		const state = isHidden ? ' state="hidden"' : '';
		return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
	});
	const targets = sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`);
	const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
	const styles = [0, ...formats.map((_, at) => 164 + at)].map((id) => `<xf numFmtId="${id}"/>`);
	return zipOf({
		'[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
		'xl/workbook.xml':
			`<workbook ${main} xmlns:r="${relations}"><workbookPr date1904="${from1904 ? 1 : 0}"/>` +
			`<sheets>${listed.join('')}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${targets.join('')}</Relationships>`,
		'xl/styles.xml':
			`<styleSheet ${main}><numFmts>${codes.join('')}</numFmts>` + `<cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
		...(shared !== '' && { 'xl/sharedStrings.xml': `<sst ${main}>${shared}</sst>` }),
		...Object.fromEntries(
			sheets.map(({ rows }, at) => [
				`xl/worksheets/sheet${at + 1}.xml`,
				`<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
			]),
		),
	});
}

/** Writes a row whose cells hold these texts. */
export function rowOfTexts(number: number, texts: readonly string[]): string {
	const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
	return `<row r="${number}">${cells.join('')}</row>`;
}
