// How a table is submitted without a script: uploaded or pasted, previewed, corrected, submitted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { samplesByName } from '../../../formats/dialects/samples.fixture.ts';
import { rowOfTexts, workbookOf } from '../../../formats/dialects/syntaxes/workbook.fixture.ts';
import { signInAs } from '../../routes/operators/operator.fixture.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, type PlainPage, plainAccount, plainBrowser } from './plain-browser.fixture.ts';

/** The problems of a chosen table. */
const problem = {
	nothing: 'Choose a file, or paste rows.',
	both: 'There are both a file and pasted rows: remove one of them.',
	empty: 'The table is empty.',
	workbook: 'links.xlsx is damaged: its end is missing.',
	noText: 'This file is not readable text. Save it as CSV in UTF-8 (in Excel: “CSV UTF-8”) and choose that file.',
	changed: 'The table or its settings differ from the last preview. Check the new preview, then submit it.',
} as const;

const path = '/operator/submit';
const curator = 'bea@example.org';
const provider = 'A Library';

/** A table as spreadsheets write it: byte order mark, semicolons, a line break in a cell, a wrong cell. */
const table =
	'\uFEFFData DOI;Note;Article DOI;Relation\r\n10.1234/b;"two\r\nlines <b>";10.1234/a;IsSupplementTo\r\n' +
	'oops;x;10.1234/a;Cites\r\n';

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'links.csv') => new File([content], name);

const unescaped = (text: string) =>
	text
		.replaceAll('&#39;', "'")
		.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');

/** Reads the field for rows. */
const rowsIn = ({ text }: PlainPage) =>
	unescaped(/<textarea id="table-text"[^>]*>([\s\S]*?)<\/textarea>/.exec(text)?.[1] ?? '');

/** Reads the chosen roles of the columns. */
const columnsIn = ({ text }: PlainPage) =>
	[...text.matchAll(/name="column">[\s\S]*?<option value="([^"]*)" selected>/g)].map(([, role]) => role as string);

/** Reads the columns with what they are read as, in words, and their shown values. */
const choicesIn = ({ text }: PlainPage) =>
	[...text.matchAll(/<label class="column-name"[\s\S]*?<\/ul>/g)].map(([choice]) => ({
		name: /<bdi>(.*?)<\/bdi>/.exec(choice)?.[1],
		title: / selected>(.*?)<\/option>/.exec(choice)?.[1],
		values: [...choice.matchAll(/<bdi class="cell">(.*?)<\/bdi>/g)].map(([, value = '']) => unescaped(value)),
	}));

const alertIn = ({ text }: PlainPage) =>
	unescaped(/<p class="(?:wrong|notice failure)" role="alert">([\s\S]*?)<\/p>/.exec(text)?.[1] ?? '');

const isReady = ({ text }: PlainPage) => /value="submitTable" class="primary">/.test(text);

describe('submitting a table without a script', () => {
	let opened: TestApp;
	let browser: PlainBrowser;
	before(async () => {
		opened = await openTestApp({ MAX_BODY_BYTES: '5000000' });
		await plainAccount(opened, curator);
		browser = plainBrowser(opened);
		await browser.signIn(path, curator);
	});
	after(() => opened.close());

	const preview = (fields: Parameters<PlainBrowser['send']>[2], on: string | PlainPage = path) =>
		browser.send(on, 'preview', { provider, ...fields });
	const previewAgain = (on: PlainPage, fields: Parameters<PlainBrowser['send']>[2] = {}) =>
		preview({ text: rowsIn(on), column: columnsIn(on), ...fields }, on);
	const submit = (on: PlainPage, fields: Parameters<PlainBrowser['send']>[2] = {}) =>
		browser.send(on, 'submitTable', { provider, text: rowsIn(on), column: columnsIn(on), ...fields });

	it('sends pasted rows back once, in their field, and only with a session', async () => {
		const text = `source,target\n${'10.1234/a,10.1234/b\n'.repeat(500)}`;
		const times = ({ text: page }: PlainPage) => page.split('10.1234/a,10.1234/b').length - 1;
		const previewed = await preview({ text });
		assert.equal(rowsIn(previewed), text);
		assert.equal(times(previewed), 500);
		assert.equal(times(await preview({ file: file(text) })), 500);
		const first = await browser.open(path);
		const stranger = await plainBrowser(opened).send(first, 'preview', { provider, text });
		assert.equal(stranger.status, 403);
		assert.match(
			alertIn(stranger),
			/^Your session has expired\. Nothing was changed, and the form keeps what you entered/,
		);
		assert.equal(times(stranger), 0);
		assert.ok(stranger.text.length < 20_000);
	});

	it('begins with a form that explains tables', async () => {
		const { text } = await browser.open(path);
		assert.match(text, /<h2[^>]*>Step 1 of 3: Choose a table<\/h2>/);
		assert.match(text, /enctype="multipart\/form-data"/);
		assert.match(text, /href="\/link-template.csv" download/);
	});

	it('previews a file: links, wrong cells by line and column, the command', async () => {
		const page = await preview({ file: file(table), date: '2020-01-01' });
		assert.equal(page.status, 200);
		assert.match(page.text, /<h2[^>]*>Step 2 of 3: Preview<\/h2>/);
		assert.match(page.text, /links\.csv<\/bdi>: 1 link in 2 rows \(1 IsSupplementTo\)\./);
		assert.match(
			page.text,
			/<td class="amount">4<\/td>\s*<td>1 <bdi>\(Data DOI\)<\/bdi><\/td>\s*<td><code>oops<\/code>/,
		);
		assert.match(page.text, /<span class="identifier">10\.1234\/a<\/span>[\s\S]*<td class="date">2020-01-01<\/td>/);
		assert.deepEqual(columnsIn(page), ['target', '-', 'source', 'relation']);
		assert.match(
			unescaped(page.text),
			/link-broker events load --provider='A Library' --date=2020-01-01 -- links\.csv/,
		);
		assert.match(page.text, />Submit 1 link</);
		assert.equal(opened.events.size, 0);
	});

	it('detects the dialect of each sample, uploaded or pasted', async () => {
		for (const { name, form, text, linkCount } of samplesByName()) {
			const links = `${linkCount === 1 ? '1 link' : `${linkCount} links`} in 1 row`;
			const summary = new RegExp(`: ${links}${name === 'table' ? '' : `, read as ${name}`}(?:\\.| \\()`);
			for (const fields of [{ file: file(text) }, { text }]) {
				assert.match((await preview(fields)).text, summary, `${name}, ${form}`);
			}
		}
	});

	it('gives the text of a file back, to be corrected, previewed again, and submitted', async () => {
		const first = await preview({ file: file(table) });
		assert.equal(`\uFEFF${rowsIn(first)}`, table);
		const second = await previewAgain(first, { text: rowsIn(first).replace('oops', '10.1234/c') });
		assert.match(second.text, /links\.csv<\/bdi>: 2 links in 2 rows/);
		assert.doesNotMatch(second.text, /Problems/);
		const count = opened.events.size;
		const done = await submit(second);
		assert.equal(opened.events.size, count + 1);
		const [eventId, event] = [...opened.events].at(-1) ?? [];
		assert.equal(event?.links, 2);
		assert.match(done.text, /<h2[^>]*>Step 3 of 3: Submitted<\/h2>/);
		assert.match(done.text, /The table is stored permanently/);
		assert.match(done.text, /<span class="state New">New<\/span> Waiting to be processed\./);
		assert.match(done.text, new RegExp(`<a href="/operator/events/${eventId}">The event`));
		assert.equal((await browser.open(`${path}?submitted=${eventId}`)).status, 200);
		assert.equal(opened.events.size, count + 1);
	});

	it('leads to the works once they can be found', async () => {
		await submit(await preview({ text: 'source,target\n10.1234/a,10.1234/b\n' }));
		const [eventId, event] = [...opened.events].at(-1) ?? [];
		assert.ok(eventId && event);
		opened.events.set(eventId, { ...event, state: 'Done', indexed: true });
		const { text } = await browser.open(`${path}?submitted=${eventId}`);
		assert.match(text, /Processed\. All its links can be found\./);
		assert.match(text, /<a href="\/objects\/doi\/10\.1234\/a"><bdi>10\.1234\/a<\/bdi><\/a>/);
		assert.doesNotMatch(text, /See how far it is/);
	});

	it('takes pasted rows, in which the columns are chosen, and then submits that choice', async () => {
		const first = await preview({ text: 'Buch\tDaten\n10.1234/x\t10.5072/y\n' });
		const swapped = await previewAgain(first, { column: ['target', 'source'] });
		assert.deepEqual(columnsIn(swapped), ['target', 'source']);
		assert.match(unescaped(swapped.text), /--columns=target,source -- 'pasted rows'/);
		await submit(swapped);
		const { submissions } = opened;
		assert.deepEqual(submissions.at(-1)?.reading?.supplied.columns, { kind: 'positions', roles: ['target', 'source'] });
	});

	it('shows what each column was read as with three of its values, and what comes of another choice', async () => {
		const rows = [
			['Paper', 'Remark', 'Year', 'Data set'],
			['10.1234/p', '', '2019', '10.1234/q'],
			['10.1234/r', 'On maps', '2019', '10.1234/s'],
			['10.1234/t', 'On roads', '2021', '10.1234/u'],
			['10.1234/v', 'On rivers', '2022', '10.1234/w'],
			['10.1234/x', 'On lakes', '2023', '10.1234/y'],
		];
		const count = opened.events.size;
		const sheet = workbookOf([{ name: 'L', rows: rows.map((cells, at) => rowOfTexts(at + 1, cells)).join('') }]);
		for (const chosen of [
			file(rows.map((cells) => cells.join(';')).join('\n')),
			file(new Uint8Array(sheet), 'links.xlsx'),
		]) {
			const first = await preview({ file: chosen });
			assert.deepEqual(choicesIn(first), [
				{ name: 'Paper', title: 'Citing work: identifiers', values: ['10.1234/p', '10.1234/r', '10.1234/t'] },
				{ name: 'Remark', title: 'Not used', values: ['On maps', 'On roads', 'On rivers'] },
				{ name: 'Year', title: 'Publication date of the citing work', values: ['2019', '2021', '2022'] },
				{ name: 'Data set', title: 'Cited work: identifiers', values: ['10.1234/q', '10.1234/s', '10.1234/u'] },
			]);
			assert.doesNotMatch(first.text, /First read as:/);
			const column = ['source', 'target-title', 'target-date', 'target'];
			const mended = await previewAgain(first, { column });
			assert.deepEqual(columnsIn(mended), column);
			assert.match(mended.text, /First read as: Not used[\s\S]*First read as: Publication date of the citing work/);
			assert.match(
				mended.text,
				/<bdi class="work-title">On roads<\/bdi><bdi class="note">2021<\/bdi>[\s\S]*10\.1234\/u/,
			);
		}
		assert.equal(opened.events.size, count);
	});

	it('lets a table that was taken for an export be read as one of one’s own', async () => {
		const text = 'pmid,doi,title,year,journal,cited_by,references\n1234567,10.1234/a,T,2024,Acta,,7654321\n';
		const export_ = await preview({ text });
		assert.match(export_.text, /read as icite[\s\S]*<option value selected>icite, by its header<\/option>/);
		assert.deepEqual(choicesIn(export_), []);
		const own = await previewAgain(export_, { from: 'table' });
		assert.doesNotMatch(own.text, /read as icite/);
		assert.match(own.text, /<option value="table" selected>a table of your own<\/option>/);
		assert.deepEqual([choicesIn(own)[6]?.name, choicesIn(own)[6]?.values], ['references', ['7654321']]);
		assert.match(unescaped(own.text), /link-broker events load --from=table --provider/);
		const column = columnsIn(own).with(2, 'target-title');
		assert.match((await previewAgain(own, { from: '', column })).text, /read as icite/);
		const json = await preview({ text: '[{"doi": "10.1234/a", "citing": "10.1234/b"}]' });
		assert.doesNotMatch(json.text, /name="from"/);
		assert.match(own.text, />Submit 1 work</);
		await submit(own, { from: 'table' });
		assert.equal(opened.submissions.at(-1)?.reading?.from, 'table');
	});

	it('reports that no column was recognised, and lets columns be chosen', async () => {
		const page = await preview({ text: 'Buch,Daten\nabc,def\n' });
		assert.match(alertIn(page), /choose the citing and the cited work above/);
		assert.ok(!isReady(page));
	});

	it('keeps a choice of columns that is refused, to be chosen otherwise', async () => {
		const first = await preview({ text: 'a,b\n10.1234/a,10.1234/b\n' });
		for (const [column, status, words] of [
			[['-', '-'], 422, /^No column is chosen to hold identifiers/],
			[['date', 'date'], 422, /^Several columns are chosen for “Date of the link”/],
			[['source', 'nothing'], 400, /"nothing" is not a role/],
		] as const) {
			const refused = await previewAgain(first, { column });
			assert.equal(refused.status, status);
			assert.match(alertIn(refused), words);
			assert.ok(!isReady(refused));
			assert.match(refused.text, /<bdi>a<\/bdi><\/label>\s*<div>\s*<select id="column-0"/);
			const mended = await previewAgain(refused, { column: ['target', 'source'] });
			assert.match(mended.text, />Submit 1 link</);
		}
	});

	it('detects the columns again for another file and for edited rows', async () => {
		const first = await preview({ text: 'a,b\n10.1234/a,10.1234/b\n' });
		const chosen = await previewAgain(first, { column: ['target', 'source'] });
		const other = await previewAgain(chosen, { file: file('target;source\n10.1234/c;10.1234/d\n') });
		assert.deepEqual(columnsIn(other), ['target', 'source']);
		assert.doesNotMatch(other.text, /--columns/);
		const renamed = await previewAgain(other, { text: 'source;target\n10.1234/c;10.1234/d\n' });
		assert.deepEqual(columnsIn(renamed), ['source', 'target']);
	});

	it('submits only a previewed table', async () => {
		const count = opened.events.size;
		const page = await preview({ text: 'source,target\n10.1234/a,10.1234/b\n' });
		for (const change of [
			{ text: `${rowsIn(page)}10.1234/c,10.1234/d\n` },
			{ provider: 'Another' },
			{ column: ['target', 'source'] },
			{ file: file(table) },
		]) {
			const stopped = await submit(page, change);
			assert.equal(stopped.status, 422);
			assert.equal(alertIn(stopped), problem.changed);
			assert.ok(isReady(stopped));
		}
		assert.equal(opened.events.size, count);
		// Browsers end lines otherwise than files.
		await submit(page, { text: rowsIn(page).replaceAll('\n', '\r\n') });
		assert.equal(opened.events.size, count + 1);
	});

	it('reads the first sheet of a workbook, shows its rows, and stores them', async () => {
		const rows = rowOfTexts(1, ['source', 'target']) + rowOfTexts(2, ['10.1234/sheet.a', '10.1234/sheet.b']);
		const workbook = workbookOf([
			{ name: 'Links', rows },
			{ name: 'Notes', rows: rowOfTexts(1, ['a note']) },
		]);
		const page = await preview({ file: file(new Uint8Array(workbook), 'links.xlsx') });
		assert.match(page.text, /Only the first sheet of the workbook is read\. Left out: <bdi>Notes/);
		assert.equal(rowsIn(page), 'source,target\n10.1234/sheet.a,10.1234/sheet.b\n');
		const count = opened.events.size;
		await submit(page);
		assert.equal(opened.events.size, count + 1);
	});

	it('explains why a file is no table, and keeps the other fields', async () => {
		const workbook = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1]);
		for (const [fields, words] of [
			[{}, problem.nothing],
			[{ text: ' \n' }, problem.nothing],
			[{ file: file('') }, problem.empty],
			[{ file: file(table), text: 'a,b\n' }, problem.both],
			[{ file: file(workbook, 'links.xlsx') }, problem.workbook],
			[{ file: file(new Uint8Array([1, 0, 2, 0, 0xff])) }, problem.noText],
		] as const) {
			const page = await preview({ ...fields, source: '10.1234/z' });
			assert.equal(page.status, 422);
			assert.equal(alertIn(page), words);
			assert.match(page.text, /Step 1 of 3/);
			assert.match(page.text, /value="A Library"/);
			assert.match(page.text, /value="10\.1234\/z"/);
		}
		const broken = await preview({ text: 'source,target\n10.1234/a,"10.1234/b\n' });
		assert.match(alertIn(broken), /a quotation that begins in line 2 is never closed/);
		assert.equal(rowsIn(broken), 'source,target\n10.1234/a,"10.1234/b\n');
	});

	it('reports a missing provider, and invalid Scholix records by their lines', async () => {
		const nobody = await preview({ provider: '', text: 'source,target\n10.1234/a,10.1234/b\n' });
		assert.match(alertIn(nobody), /no provider is named or given/);
		assert.ok(!isReady(nobody));
		const page = await preview({ text: '[\n{"Source": 1, "Target": 2}\n]' });
		assert.ok(!isReady(page));
		assert.match(page.text, /<td class="amount">2<\/td>/);
	});

	it('reads files of other encodings as they say, and sends their rows as UTF-8 from then on', async () => {
		const rows = 'source,target,provider\n10.1234/a,10.1234/b,Bücherei\n';
		for (const [bytes, encoding] of [
			[Buffer.from(rows, 'latin1'), 'windows-1252'],
			[Buffer.from(`\uFEFF${rows}`, 'utf16le'), 'utf-16le'],
		] as const) {
			const page = await preview({ file: file(new Uint8Array(bytes)) });
			assert.match(page.text, new RegExp(`it is read as ${encoding}`));
			assert.match(page.text, /<bdi>Bücherei<\/bdi>/);
			const again = await previewAgain(page);
			assert.match(again.text, /<bdi>Bücherei<\/bdi>/);
			assert.doesNotMatch(again.text, /it is read as/);
		}
		const xml =
			'<?xml version="1.0" encoding="ISO-8859-1"?>\n<resource xmlns="http://datacite.org/schema/kernel-4">' +
			'<identifier identifierType="DOI">10.1234/a</identifier><titles><title>Bücher</title></titles>' +
			'<publisher>P</publisher><relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" ' +
			'relationType="Cites">10.1234/b</relatedIdentifier></relatedIdentifiers></resource>';
		const page = await previewAgain(await preview({ file: file(new Uint8Array(Buffer.from(xml, 'latin1'))) }));
		assert.match(page.text, /read as datacite/);
		assert.match(page.text, /<bdi class="work-title">Bücher<\/bdi>/);
	});

	it('has a large file chosen again, whose choice of columns stays', async () => {
		const rows = `a;b;c\n${`10.1234/a;10.1234/b;${'x'.repeat(1_000)}\n`.repeat(2_100)}`;
		const first = await preview({ file: file(rows) });
		assert.equal(rowsIn(first), '');
		assert.match(first.text, /links\.csv is too large for the field below\. Choose it again/);
		assert.match(first.text, /<input id="table-file"[^>]* required/);
		const count = opened.events.size;
		const chosen = await preview({ file: file(rows), column: ['target', 'source', '-'] }, first);
		assert.deepEqual(columnsIn(chosen), ['target', 'source', '-']);
		await submit(chosen, { file: file(rows) });
		assert.equal(opened.events.size, count + 1);
	});

	it('refuses a table above the limit of a request, and shows what to do', async () => {
		const page = await preview({ file: file('x'.repeat(5_000_001)) });
		assert.equal(page.status, 413);
		assert.match(page.text, /Go back and split the table, or load it with `link-broker events load`/);
		// In UTF-8 it is twice as large.
		const rows = `source,target,note\n10.1234/a,10.1234/b,${'é'.repeat(2_600_000)}\n`;
		const grown = await preview({ file: file(new Uint8Array(Buffer.from(rows, 'latin1'))) });
		assert.equal(grown.status, 413);
		assert.match(alertIn(grown), /for one submission: split it, or load it with `link-broker events load`\.$/);
	});

	it('takes nothing large that is not written as forms with files are', async () => {
		const { cookie } = await signInAs(opened, curator);
		const body = new URLSearchParams({ form: 'preview', text: 'x'.repeat(70_000) });
		const answer = await opened.app.request(path, { method: 'POST', headers: { Cookie: cookie }, body });
		assert.equal(answer.status, 413);
	});

	it('refuses a user without the role to submit', async () => {
		const strict = await openTestApp({ EVENTS_ROLE: 'submitter' });
		await plainAccount(strict, curator);
		const other = plainBrowser(strict);
		await other.signIn(path, curator);
		const page = await other.send(path, 'preview', { provider, text: 'source,target\n10.1234/a,10.1234/b\n' });
		assert.equal(page.status, 403);
		assert.match(alertIn(page), /needs the role "submitter"/);
		await strict.close();
	});
});
