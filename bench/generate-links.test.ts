import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readLinks } from '../src/formats/scholix/read-links.ts';
import { createLinkStream } from './generate-links.ts';
import { copyLines, joinToArray, readLines, writeLinks } from './link-files.ts';

type End = {
	Identifier: { ID: string; IDScheme: string };
	Type: { Name: string };
	Title?: string;
	Creator?: unknown[];
};
type WrittenLink = {
	LinkPublicationDate: string;
	LinkProvider: [{ Name: string }];
	RelationshipType: { SubType: string };
	Source: End;
	Target: End;
};

const count = 30_000;
const take = (seed: number, links: number): string[] => {
	const stream = createLinkStream(seed);
	return Array.from({ length: links }, () => stream.next());
};
const lines = take(1, count);
const links = lines.map((line) => JSON.parse(line) as WrittenLink);
const nameOf = ({ Identifier: { ID, IDScheme } }: End) => `${IDScheme} ${ID}`;
const shareOf = (is: (link: WrittenLink) => boolean) => links.filter(is).length / count;
const isAbout = (share: number, wanted: number) =>
	assert.ok(Math.abs(share - wanted) < wanted / 10, `${share} is not about ${wanted}`);

/** Compares megabytes without saying where they differ: the reporter would need all memory there is to find out. */
const areSame = (one: unknown, other: unknown) => isDeepStrictEqual(one, other);

/** Tells a relationship without regard to the side from which it is said. */
function relationshipOf({ RelationshipType: { SubType }, Source, Target }: WrittenLink): string {
	const turned = ['IsCitedBy', 'IsSupplementedBy', 'IsSourceOf', 'IsVersionOf'].includes(SubType);
	const [from, to] = turned ? [Target, Source] : [Source, Target];
	return `${nameOf(from)} ${SubType.replace(/^Is|By$/g, '').slice(0, 4)} ${nameOf(to)}`;
}

describe('a stream of generated links', () => {
	it('is the same for the same seed', () => {
		assert.ok(areSame(take(1, 1_000), lines.slice(0, 1_000)));
	});

	it('is another for another seed', () => {
		assert.ok(!areSame(take(2, 1_000), lines.slice(0, 1_000)));
	});

	it('holds links that the broker accepts', () => {
		const { counts } = readLinks(`[${lines.join()}]`, { maxLinks: count });
		assert.deepEqual(counts, { links: count, ignored: 0 });
	});

	it('says of one link in twenty that a work is a version of another of its kind', () => {
		const versions = links.filter(({ RelationshipType: { SubType } }) => SubType === 'HasVersion');
		isAbout(versions.length / count, 0.05);
		for (const { Source, Target } of versions) assert.equal(Source.Type.Name, Target.Type.Name);
	});

	it('says of one link in twenty that two identifiers are one work, in different schemes', () => {
		const identities = links.filter(({ RelationshipType: { SubType } }) => SubType === 'IsIdenticalTo');
		isAbout(identities.length / count, 0.05);
		for (const { Source, Target } of identities) {
			assert.notEqual(Source.Identifier.IDScheme, Target.Identifier.IDScheme);
		}
	});

	it('cites with most of the rest', () => {
		assert.ok(shareOf(({ RelationshipType: { SubType } }) => SubType === 'Cites' || SubType === 'IsCitedBy') > 0.7);
	});

	it('repeats some relationships', () => {
		const repeated = 1 - new Set(links.map(relationshipOf)).size / count;
		assert.ok(repeated > 0.04 && repeated < 0.15, `${repeated}`);
	});

	it('comes from several providers, each with at least a tenth', () => {
		const providers = Map.groupBy(links, ({ LinkProvider: [{ Name }] }) => Name);
		assert.equal(providers.size, 5);
		for (const [name, its] of providers) assert.ok(its.length / count > 0.1, name);
	});

	it('gives titles and creators in most links', () => {
		assert.ok(shareOf(({ Source, Target }) => Boolean(Source.Title && Target.Creator?.length)) > 0.7);
	});

	it('cites a few works very often and most of them once or twice', () => {
		const cited = Map.groupBy(
			links.filter(({ RelationshipType: { SubType } }) => SubType === 'Cites'),
			({ Target }) => nameOf(Target),
		);
		const counts = [...cited.values()].map(({ length }) => length).sort((one, other) => other - one);
		const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length;
		assert.ok((counts[0] as number) > 50 * mean, `${counts[0]} against ${mean}`);
		assert.ok(counts.filter((one) => one <= 2).length > counts.length / 2);
	});

	it('gives every work one name for each of its identifiers', () => {
		const titles = new Map<string, string>();
		for (const { Source, Target } of links) {
			for (const end of [Source, Target]) {
				if (end.Title === undefined) continue;
				const title = end.Title.replace(' (accepted version)', '');
				assert.equal(titles.get(nameOf(end)) ?? title, title);
				titles.set(nameOf(end), title);
			}
		}
	});
});

describe('a file of generated links', () => {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-bench-'));
	after(() => rmSync(folder, { recursive: true }));
	const whole = join(folder, 'whole.jsonl');
	writeLinks(whole, createLinkStream(1), 3_000);

	it('goes on where the file before it ended', () => {
		const stream = createLinkStream(1);
		for (const [name, links] of [
			['first', 1_000],
			['second', 2_000],
		] as const) {
			writeLinks(join(folder, name), stream, links);
		}
		const joined = ['first', 'second'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
		assert.ok(areSame(joined, readFileSync(whole, 'utf8')));
	});

	it('is read in batches that make arrays of links', async () => {
		const batches: unknown[][] = [];
		for await (const batch of readLines(whole, 700)) {
			batches.push(JSON.parse(Buffer.from(joinToArray(batch)).toString()) as unknown[]);
		}
		assert.deepEqual(
			batches.map(({ length }) => length),
			[700, 700, 700, 700, 200],
		);
		assert.ok(areSame(batches.flat(), links.slice(0, 3_000)));
	});

	it('is copied from any line on', async () => {
		const copy = join(folder, 'copy.jsonl');
		await copyLines(whole, 1_999, 500, copy);
		assert.ok(areSame(readFileSync(copy, 'utf8'), `${lines.slice(1_999, 2_499).join('\n')}\n`));
	});
});
