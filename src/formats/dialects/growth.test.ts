// Asserts that the time of reading grows with the length of a text, whichever part of it grows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { dialects } from './dialects.ts';
import { growths } from './grown.fixture.ts';
import { samplesByName } from './samples.fixture.ts';
import { translateFile } from './translate.ts';
import { blocksOf } from './translate-body.ts';

/** A row takes more time than a value, so that shorter tables show as much. */
const lengths = { json: 32_000, xml: 32_000, yaml: 32_000, bibtex: 32_000, tagged: 32_000, table: 8_000 } as const;
/** What takes less is not measured further. */
const harmlessMilliseconds = 40;
/** Of a text to its quarter: 4 in proportion, 16 where the time grows with the square. */
const mostRatio = 8;

/** Reads a text to its end; answers the processor time of this thread. */
async function millisecondsOf(text: string, from: string): Promise<number> {
	const body = Buffer.from(text);
	const options = { from, supplied: {}, provider: 'A Library', date: '2024', skipInvalid: false };
	const begun = process.threadCpuUsage();
	try {
		const limits = { maxLinks: 1_000_000, maxBytes: 2 ** 30 };
		for await (const _ of translateFile('file', blocksOf(body), options, limits, () => undefined));
	} catch (error) {
		if (!(error instanceof BrokerError)) throw error;
	}
	const { user, system } = process.threadCpuUsage(begun);
	return (user + system) / 1_000;
}

async function leastOf(times: number, measure: () => Promise<number>): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let time = 0; time < times; time++) least = Math.min(least, await measure());
	return least;
}

describe('the time of reading', () => {
	const samples = samplesByName();
	for (const { name, syntax } of dialects) {
		it(`${name} in ${syntax} grows less than twice as fast as the text`, async () => {
			const sample = samples.find((one) => one.name === name && one.syntax === syntax);
			assert.ok(sample, 'the dialect has a sample');
			for (const { part, text } of growths(sample.text, syntax)) {
				const grown = text(lengths[syntax]);
				if ((await millisecondsOf(grown, name)) < harmlessMilliseconds) continue;
				// A busy machine may disturb a measurement, but not all of them.
				let ratio = Number.POSITIVE_INFINITY;
				for (let round = 0; round < 4 && ratio >= mostRatio; round++) {
					const whole = await leastOf(2, () => millisecondsOf(grown, name));
					const quarter = await leastOf(2, () => millisecondsOf(text(lengths[syntax] / 4), name));
					ratio = whole < harmlessMilliseconds ? 0 : whole / quarter;
				}
				assert.ok(ratio < mostRatio, `${part}: four times as long takes ${ratio.toFixed(1)} times as much`);
			}
		});
	}
});
