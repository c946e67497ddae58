// Shows what a run has found: as a table for a terminal, as a table of Markdown, as JSON; measures and judges nothing itself.

import { type Machine, machineText, type Standstill } from './machine.ts';
import { type Figure, type Finding, judge, ratioOf, type Target } from './measure.ts';

/** A run: what was asked for, on which machine, and what came of it. `failures` tells of measures that came to no end. */
export type Run = {
	command: string;
	date: string;
	machine: Machine;
	standstill: Standstill;
	findings: readonly Finding[];
	failures: readonly { measure: string; message: string }[];
};

const titles = ['Measure', 'Value', 'Limit', 'Ratio', 'Target', 'Met?'] as const;

function rowOf(finding: Finding): string[] {
	const { what, value, limit, target } = finding;
	const ratio = ratioOf(finding);
	return [
		what,
		figureText(value),
		limit ? `${figureText(limit.figure)} (${limit.what})` : '',
		ratio === undefined ? '' : ratio.toPrecision(ratio >= 100 ? 3 : 2),
		target ? targetText(target, value) : '',
		judge(finding),
	];
}

function figureText({ amount, unit }: Figure): string {
	const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
	return `${amount.toLocaleString('en-GB', { maximumFractionDigits: digits })} ${unit}`;
}

function targetText({ of, least, most, aim }: Target, { unit }: Figure): string {
	const amount = (number: number) => (of === 'ratio' ? `${number}` : `${number} ${unit}`);
	const parts: string[] = [];
	if (least !== undefined) parts.push(`at least ${amount(least)}`);
	if (most !== undefined) parts.push(`at most ${amount(most)}`);
	if (aim !== undefined) parts.push(`aim ${amount(aim)}`);
	return parts.join(', ');
}

/** Writes what was found in one line, for who watches a run. */
export function renderLine(finding: Finding): string {
	const [what, value, limit, ratio, , met] = rowOf(finding);
	return [`${what}: ${value}`, limit && `of ${limit}`, ratio, met].filter((part) => part).join(', ');
}

/** Writes the table with columns in line. */
export function renderTable({ machine, standstill, findings, failures }: Run): string {
	const rows = [[...titles], ...findings.map(rowOf)];
	const widths = titles.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
	const lines = rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] as number))
			.join('  ')
			.trimEnd(),
	);
	const failed = failures.map(({ measure, message }) => `${measure} failed: ${message}`);
	return [machineText(machine, standstill), '', ...lines, ...failed].join('\n');
}

/** Writes the run as Markdown: when, how and where, then the table. */
export function renderMarkdown({ command, date, machine, standstill, findings, failures }: Run): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [
		`\`${command}\` on ${date}. ${machineText(machine, standstill)}`,
		'',
		line(titles),
		line(titles.map(() => '---')),
		...findings.map((finding) => line(rowOf(finding))),
		...failures.map(({ measure, message }) => `\n${measure} failed: ${message}`),
	].join('\n');
}

/** Writes the run as JSON, each finding with its ratio and its verdict. */
export function renderJson(run: Run): string {
	const findings = run.findings.map((finding) => ({
		...finding,
		ratio: ratioOf(finding) ?? null,
		met: judge(finding),
	}));
	return JSON.stringify({ ...run, findings }, null, 2);
}

const begin = '<!-- table -->';
const end = '<!-- /table -->';

/** Puts a table in the place of the one between the marks of a page. */
export function replaceTable(page: string, table: string): string {
	const from = page.indexOf(begin);
	const to = page.indexOf(end);
	if (from === -1 || to < from) throw new Error(`the page has no ${begin} … ${end}`);
	return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(to)}`;
}
