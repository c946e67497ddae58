import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLinks } from '../src/formats/scholix/read-links.ts';
import { createLinkStream } from './generate-links.ts';
import { take } from './workbench.ts';

type End = { Identifier: { ID: string; IDScheme: string }; Type: { Name: string }; Title?: string };
type WrittenLink = {
	LinkProvider: [{ Name: string }];
	RelationshipType: { SubType: string };
	Source: End;
	Target: End;
};

const count = 20_000;
const lines = [...take(createLinkStream(1), count)];
const links = lines.map((line) => JSON.parse(line) as WrittenLink);
const nameOf = ({ Identifier: { ID, IDScheme } }: End) => `${IDScheme} ${ID}`;
const linksThat = (...relations: string[]) =>
	links.filter(({ RelationshipType: { SubType } }) => relations.includes(SubType));
const assertAbout = (number: number, wanted: number) =>
	assert.ok(Math.abs(number - wanted) < wanted / 10, `${number} is not about ${wanted}`);

describe('a stream of generated links', () => {
	it('is the same for the same seed, and another for another', () => {
		const first = lines.slice(0, 1_000).join('\n');
		assert.ok([...take(createLinkStream(1), 1_000)].join('\n') === first);
		assert.ok([...take(createLinkStream(2), 1_000)].join('\n') !== first);
	});

	it('holds links that the broker accepts', () => {
		const { counts } = readLinks(`[${lines.join()}]`, { maxLinks: count });
		assert.deepEqual(counts, { links: count, descriptions: 0, ignored: 0, containers: 0, unknownRelations: [] });
	});

	it('links one work in twenty as a version of another one of its kind', () => {
		const versions = linksThat('HasVersion');
		assertAbout(versions.length, count / 20);
		for (const { Source, Target } of versions) assert.equal(Source.Type.Name, Target.Type.Name);
	});

	it('declares identifiers of different schemes identical in one link of twenty', () => {
		const identities = linksThat('IsIdenticalTo');
		assertAbout(identities.length, count / 20);
		for (const { Source, Target } of identities) {
			assert.notEqual(Source.Identifier.IDScheme, Target.Identifier.IDScheme);
		}
	});

	it('cites a few works very often and most of them once or twice', () => {
		assert.ok(linksThat('Cites', 'IsCitedBy').length > count * 0.7);
		const cited = Map.groupBy(linksThat('Cites'), ({ Target }) => nameOf(Target));
		const counts = [...cited.values()].map(({ length }) => length).sort((one, other) => other - one);
		const mean = counts.reduce((sum, one) => sum + one, 0) / counts.length;
		assert.ok((counts[0] as number) > 50 * mean, `${counts[0]} against ${mean}`);
		assert.ok(counts.filter((one) => one <= 2).length > counts.length / 2);
	});

	it('comes from five providers, each with at least a tenth', () => {
		const providers = Map.groupBy(links, ({ LinkProvider: [{ Name }] }) => Name);
		assert.equal(providers.size, 5);
		for (const [name, { length }] of providers) assert.ok(length > count / 10, name);
	});

	it('gives every identifier one title, in most links', () => {
		assert.ok(links.filter(({ Source }) => Source.Title).length > count * 0.7);
		const titles = new Map<string, string>();
		for (const end of links.flatMap(({ Source, Target }) => [Source, Target])) {
			if (end.Title === undefined) continue;
			const title = end.Title.replace(' (accepted version)', '');
			assert.equal(titles.get(nameOf(end)) ?? title, title);
			titles.set(nameOf(end), title);
		}
	});
});
