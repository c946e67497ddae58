// Compares the findings of a run with their floors, and writes them as Markdown or JSON.
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** An amount in a unit: `links/s`, `ms`, `MB`. */
export type Figure = { amount: number; unit: string };

/** One row of a table. */
export type Finding = {
	/** The heading of its table, with the sizes that all rows share. */
	section: string;
	/** What was measured, in at most 40 characters. */
	what: string;
	value: Figure;
	/** What the value is compared with, measured in the same run. */
	limit?: { what: string } & Figure;
	/**
	 * Judges the ratio of the value to the limit, or the value if there is no limit. A row that only
	 * serves as the limit of others has none.
	 */
	floor?: { least: number } | { most: number };
	/** Says why a miss of the floor is accepted, in one sentence. */
	whyMissed?: string;
};

/** A run: its command, its machine and its findings. */
export type Run = {
	command: string;
	date: string;
	/** See describeMachine. */
	machine: string;
	findings: readonly Finding[];
	/** Measures that failed. */
	failures: readonly { measure: string; message: string }[];
};

/** Describes this machine in a sentence, with its load in the minute before. */
export function describeMachine(): string {
	const memory = Math.round(totalmem() / 2 ** 30);
	const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
	return (
		`${availableParallelism()} × ${processor}, ${memory} GiB of memory, ${platform()} ${release()} ${arch()}, ` +
		`Node.js ${process.versions.node}; load in the minute before: ${(loadavg()[0] as number).toFixed(2)}.`
	);
}

/** Divides a value by its limit. */
export function ratioOf({ value, limit }: Finding): number | undefined {
	return limit && value.amount / limit.amount;
}

/** Whether the floor is met, or there is none. An amount that is not a number meets none. */
export function meetsFloor(finding: Finding): boolean {
	const { floor, value } = finding;
	if (!floor) return true;
	const judged = ratioOf(finding) ?? value.amount;
	return 'least' in floor ? judged >= floor.least : judged <= floor.most;
}

const titles = ['Measure', 'Value', 'Limit', 'Ratio', 'Floor'];

function rowOf(finding: Finding): string[] {
	const { what, value, limit } = finding;
	return [
		what,
		figureText(value),
		limit ? `${figureText(limit)} (${limit.what})` : '',
		ratioText(finding),
		floorText(finding),
	];
}

function ratioText(finding: Finding): string {
	const ratio = ratioOf(finding);
	return ratio === undefined ? '' : ratio >= 100 ? number(ratio) : ratio.toPrecision(2);
}

function floorText({ floor, limit, value }: Finding): string {
	if (!floor) return '';
	const unit = limit ? '' : ` ${value.unit}`;
	return 'least' in floor ? `≥ ${number(floor.least)}${unit}` : `≤ ${number(floor.most)}${unit}`;
}

function figureText({ amount, unit }: Figure): string {
	const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
	return `${amount.toLocaleString('en-GB', { maximumFractionDigits: digits })} ${unit}`;
}

/** Writes a number with separators: 1,234,567. */
export function number(value: number): string {
	return value.toLocaleString('en-GB', { maximumFractionDigits: value < 10 ? 3 : 0 });
}

/** Writes a finding in one line, for the progress of a run. */
export function renderLine(finding: Finding): string {
	const [what, ...cells] = rowOf(finding);
	const met = meetsFloor(finding) ? '' : ', missed';
	return `${finding.section}: ${what}: ${cells.filter((cell) => cell).join(', ')}${met}`;
}

/**
 * Writes the run as Markdown: its command, date and machine, then a table for each section. A
 * sentence below the table explains each missed floor. Empty columns are left out.
 */
export function renderMarkdown({ command, date, machine, findings, failures }: Run): string {
	const sections = Map.groupBy(findings, ({ section }) => section);
	const failed = failures.map(({ measure, message }) => `${measure} failed: ${message}`);
	const tables = [...sections].map(([section, rows]) => [`**${section}**`, tableOf(rows), missesOf(rows)]);
	return [`\`${command}\` on ${date}.`, wrapped(machine), ...tables.flat(), ...failed]
		.filter((part) => part)
		.join('\n\n');
}

function tableOf(findings: readonly Finding[]): string {
	const cells = findings.map(rowOf);
	const columns = [...titles.keys()].filter((column) => cells.some((row) => row[column]));
	const rows = [titles, titles.map(() => '---'), ...cells].map((row) => columns.map((column) => row[column] ?? ''));
	const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	return rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`).join('\n');
}

function missesOf(findings: readonly Finding[]): string {
	const missed = findings.filter((finding) => !meetsFloor(finding));
	const lines = missed.map(({ what, limit, whyMissed = 'Cause unknown.' }) => {
		return wrapped(`- ${what}${limit ? ` (${limit.what})` : ''}: misses its floor. ${whyMissed}`);
	});
	return lines.join('\n');
}

const pageWidth = 120;

/** Breaks a paragraph or a list item at the width of the documents. */
function wrapped(text: string): string {
	const indent = text.startsWith('- ') ? '  ' : '';
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) as string;
		if (line.trim() === '') lines[lines.length - 1] = line + word;
		else if (line.length + 1 + word.length > pageWidth) lines.push(indent + word);
		else lines[lines.length - 1] = `${line} ${word}`;
	}
	return lines.join('\n');
}

/** Lists the findings that miss their floor without a reason. */
export function unexplained({ findings }: Run): Finding[] {
	return findings.filter((finding) => !meetsFloor(finding) && finding.whyMissed === undefined);
}

/** Writes the run as JSON. Each finding has its ratio, and whether it meets its floor. */
export function renderJson(run: Run): string {
	const findings = run.findings.map((finding) => ({
		...finding,
		ratio: ratioOf(finding) ?? null,
		met: finding.floor ? meetsFloor(finding) : null,
	}));
	return JSON.stringify({ ...run, findings }, null, 2);
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` on a page. */
export function replaceTable(page: string, table: string, name = 'table'): string {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from === -1 || to < from) throw new Error(`the page has no ${begin} … ${end}`);
	return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(to)}`;
}
