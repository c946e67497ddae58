// Judges what a run has found and shows it as a table of Markdown or as JSON; measures nothing.
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** An amount in a unit: `links/s`, `ms`, `MB`. */
export type Figure = { amount: number; unit: string };

/** One row of the table. */
export type Finding = {
	/** What was measured, with its sizes. */
	what: string;
	value: Figure;
	/** What the value is compared with, measured in the same run. */
	limit?: { what: string } & Figure;
	/** Judges the ratio of the value to the limit, or the value where there is no limit. */
	floor: { least: number } | { most: number };
};

/** A run: what was asked for, on which machine, and its findings. */
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

/** Relates a value to its limit. */
export function ratioOf({ value, limit }: Finding): number | undefined {
	return limit && value.amount / limit.amount;
}

/** Tells whether the floor is met; an amount that is not a number meets none. */
export function meetsFloor(finding: Finding): boolean {
	const judged = ratioOf(finding) ?? finding.value.amount;
	return 'least' in finding.floor ? judged >= finding.floor.least : judged <= finding.floor.most;
}

const titles = ['Measure', 'Value', 'Limit', 'Ratio', 'Floor', 'Met?'];

function rowOf(finding: Finding): string[] {
	const { what, value, limit, floor } = finding;
	const unit = limit ? '' : ` ${value.unit}`;
	return [
		what,
		figureText(value),
		limit ? `${figureText(limit)} (${limit.what})` : '',
		ratioOf(finding)?.toPrecision(2) ?? '',
		'least' in floor ? `at least ${floor.least}${unit}` : `at most ${floor.most}${unit}`,
		meetsFloor(finding) ? 'yes' : 'no',
	];
}

function figureText({ amount, unit }: Figure): string {
	const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
	return `${amount.toLocaleString('en-GB', { maximumFractionDigits: digits })} ${unit}`;
}

/** Makes a number readable: 1,234,567. */
export function number(value: number): string {
	return value.toLocaleString('en-GB', { maximumFractionDigits: 0 });
}

/** Writes a finding in one line, for the progress of a run. */
export function renderLine(finding: Finding): string {
	const [what, ...cells] = rowOf(finding);
	return `${what}: ${cells.filter((cell) => cell).join(', ')}`;
}

/** Writes the run as Markdown: when, how and where, then the table, its columns in line. */
export function renderMarkdown({ command, date, machine, findings, failures }: Run): string {
	const rows = [titles, titles.map(() => '---'), ...findings.map(rowOf)];
	const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
	const failed = failures.map(({ measure, message }) => `\n${measure} failed: ${message}`);
	return [`\`${command}\` on ${date}. ${machine}`, '', ...lines, ...failed].join('\n');
}

/** Writes the run as JSON, each finding with its ratio and whether its floor is met. */
export function renderJson(run: Run): string {
	const findings = run.findings.map((finding) => ({
		...finding,
		ratio: ratioOf(finding) ?? null,
		met: meetsFloor(finding),
	}));
	return JSON.stringify({ ...run, findings }, null, 2);
}

/** Puts a table in the place of the one between the marks of this name on a page. */
export function replaceTable(page: string, table: string, name = 'table'): string {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from === -1 || to < from) throw new Error(`the page has no ${begin} … ${end}`);
	return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(to)}`;
}
