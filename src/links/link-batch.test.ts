import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Identifier } from '../identifiers/index.ts';
import type { Description } from './description.ts';
import type { Link, LinkBatch, Provenance } from './link.ts';
import { createBatchBuilder } from './link-batch.ts';
import type { EventAction } from './link-event.ts';
import { provenanceFromText } from './provenance.ts';
import { type Relation, relations } from './relation.ts';

const zenodo: Provenance = { provider: 'Zenodo', date: '2018-01-01' };

/**
 * Reads `A=B Cites C` into a link between objects with these identifiers; letter case of an
 * identifier is spelling only.
 */
function link(
	text: string,
	more: {
		source?: Description;
		target?: Description;
		provenances?: Provenance[];
	} = {},
): Link {
	const [source = '', relation = '', target = ''] = text.split(' ');
	return {
		source: {
			identifiers: source.split('=').map(identifier),
			description: more.source ?? {},
		},
		relation: relation as Relation,
		target: {
			identifiers: target.split('=').map(identifier),
			description: more.target ?? {},
		},
		provenances: more.provenances ?? [zenodo],
	};
}

function identifier(text: string): Identifier {
	const [value = '', scheme = 'doi'] = text.split('@');
	return { scheme, value, key: value.toLowerCase() };
}

function batchOf(...links: Link[]): LinkBatch {
	return batchThat('assert', ...links);
}

/** Makes the batch of an event with this action. */
function batchThat(action: EventAction, ...links: Link[]): LinkBatch {
	const builder = createBatchBuilder(action);
	for (const each of links) builder.add(each);
	return builder.build();
}

function assertionsOf(batch: LinkBatch): string[] {
	return batch.assertions.map(([source, code, target, provenance]) => {
		const { provider } = provenanceFromText(batch.provenances[provenance] ?? '');
		const name = (position: number) => batch.identifiers[position]?.value;
		return `${name(source)} ${relations[code - 1]} ${name(target)} by ${provider}`;
	});
}

/** Lists what a batch asserts of its identifiers, by the number of the link: `0 A Old`. */
function titlesOf({ assertions, identifiers, descriptions }: LinkBatch): string[] {
	return assertions.flatMap(([source, , target, , , place, ofSource, ofTarget]) =>
		[[source, ofSource] as const, [target, ofTarget] as const].flatMap(([identifier, description]) => {
			const [described, text] = descriptions[description] ?? [];
			if (text === undefined) return [];
			assert.equal(described, identifier);
			return [`${place} ${identifiers[identifier]?.value} ${JSON.parse(text).Title}`];
		}),
	);
}

describe('a batch of links', () => {
	it('asserts each relation with its provenance', () => {
		const batch = batchOf(link('A Cites B'), link('A HasVersion C'));
		assert.deepEqual(assertionsOf(batch), ['A Cites B by Zenodo', 'A HasVersion C by Zenodo']);
		assert.deepEqual(batch.counts, { links: 2, descriptions: 0, ignored: 0, containers: 0, unknownRelations: [] });
		assert.deepEqual(batch.provenances, ['["Zenodo","2018-01-01"]']);
	});

	it('holds each identifier once, by scheme and key, in its first spelling', () => {
		const batch = batchOf(link('A Cites b'), link('a Cites B'), link('a@arxiv Cites B'));
		assert.deepEqual(
			batch.identifiers.map(({ scheme, value }) => `${scheme} ${value}`),
			['arxiv a', 'doi A', 'doi b'],
		);
	});

	it('holds identifiers in the order of their keys and schemes, in whatever order they come', () => {
		const batch = batchOf(
			link('c Cites b', { target: { Title: 'Of b' } }),
			link('b@arxiv Cites A@doi', { source: { Title: 'Of b, arXiv' } }),
		);
		assert.deepEqual(
			batch.identifiers.map(({ scheme, value }) => `${scheme} ${value}`),
			['doi A', 'arxiv b', 'doi b', 'doi c'],
		);
		assert.deepEqual(assertionsOf(batch), ['c Cites b by Zenodo', 'b Cites A by Zenodo']);
		assert.deepEqual(batch.descriptions, [
			[2, '{"Title":"Of b"}'],
			[1, '{"Title":"Of b, arXiv"}'],
		]);
	});

	it('holds each assertion once', () => {
		const other: Provenance = { provider: 'Crossref', date: '2018-01-01' };
		const batch = batchOf(
			link('A Cites B'),
			link('A Cites B'),
			link('A Cites B', { provenances: [other, zenodo] }),
			link('A IsRelatedTo B'),
			link('B Cites A'),
		);
		assert.deepEqual(assertionsOf(batch), [
			'A Cites B by Crossref',
			'A Cites B by Zenodo',
			'A IsRelatedTo B by Zenodo',
			'B Cites A by Zenodo',
		]);
		assert.deepEqual(batch.counts, { links: 5, descriptions: 0, ignored: 0, containers: 0, unknownRelations: [] });
	});

	it('distinguishes provenances by every part of them', () => {
		const parts: Provenance[] = [
			zenodo,
			{ ...zenodo, provider: 'Crossref' },
			{ ...zenodo, date: '2018' },
			{ ...zenodo, subType: 'Cites' },
			{ ...zenodo, subType: 'Cites', subTypeSchema: 'DataCite' },
			{ ...zenodo, license: 'https://l.example' },
		];
		const batch = batchOf(...[...parts, ...parts].map((each) => link('A Cites B', { provenances: [each] })));
		assert.deepEqual(batch.provenances.map(provenanceFromText), parts);
		assert.equal(batch.assertions.length, parts.length);
	});

	it('spells a provider as it does first, whatever the letter case and the blanks of its name', () => {
		const named = (...providers: string[]) =>
			link('A Cites B', { provenances: providers.map((provider) => ({ ...zenodo, provider })) });
		const batch = batchOf(named('DataCite', 'Zenodo'), named('zenodo'), named(' Datacite '), named('Crossref'));
		assert.deepEqual(batch.providers, ['DataCite', 'Zenodo', 'Crossref']);
		assert.deepEqual(assertionsOf(batch), ['A Cites B by Zenodo', 'A Cites B by DataCite', 'A Cites B by Crossref']);
	});

	it('takes several identifiers of an object as identical to its first, as the link says so', () => {
		const batch = batchOf(link('A=B=C Cites X=Y'));
		assert.deepEqual(assertionsOf(batch), [
			'A IsIdenticalTo B by Zenodo',
			'A IsIdenticalTo C by Zenodo',
			'X IsIdenticalTo Y by Zenodo',
			'A Cites X by Zenodo',
		]);
	});

	it('makes nothing of an identifier that is named twice', () => {
		assert.deepEqual(assertionsOf(batchOf(link('A=a Cites B'))), ['A Cites B by Zenodo']);
	});

	it('counts what was left out of its objects, and names of relations whatever their letter case', () => {
		const named = (...unknownRelations: string[]) => ({ ...link('A IsRelatedTo B'), unknownRelations });
		const batch = batchOf(named('Likes'), { ...named('Inspires'), containers: 2 }, named('inspires'), named());
		assert.deepEqual(batch.counts.unknownRelations, [
			{ name: 'Inspires', count: 2 },
			{ name: 'Likes', count: 1 },
		]);
		assert.equal(batch.counts.containers, 2);
	});

	it('names the hundred most frequent of the relations that it does not know', () => {
		const links = Array.from({ length: 300 }, (_, n) => ({
			...link('A IsRelatedTo B'),
			unknownRelations: [`Name${n % 150}`, 'Often'],
		}));
		const { unknownRelations } = batchOf(...links).counts;
		assert.equal(unknownRelations.length, 100);
		assert.deepEqual(unknownRelations[0], { name: 'Often', count: 300 });
	});

	it('counts a link of an object to itself as a description, and keeps what it asserts of the object', () => {
		const batch = batchOf(link('A Cites a', { source: { Title: 'Kept' } }), link('A Cites B'));
		assert.deepEqual(assertionsOf(batch), ['A Cites A by Zenodo', 'A Cites B by Zenodo']);
		const { links, descriptions, ignored } = batch.counts;
		assert.deepEqual([links, descriptions, ignored], [2, 1, 0]);
		assert.deepEqual(titlesOf(batch), ['0 A Kept']);
	});

	it('ignores a link of an object to itself that asserts nothing of the object', () => {
		const batch = batchOf(link('A Cites a'), link('A=a Cites A'));
		assert.deepEqual([batch.counts.ignored, batch.counts.descriptions, batch.identifiers], [2, 0, []]);
	});

	it('takes a link between identifiers of an object as one to itself: by rule, or by its arrays', () => {
		const rule = [identifier('X@url'), identifier('x')] as const;
		const address = link('X@url IsIdenticalTo x');
		const byRule = { ...address, source: { ...address.source, sameByRule: [rule] } };
		const batch = batchOf(byRule, link('A=B Cites C=B'), link('A IsRelatedTo A=D'));
		assert.equal(batch.counts.descriptions, 3);
		assert.deepEqual(assertionsOf(batch), [
			'X IsIdenticalTo x by Zenodo',
			'A IsIdenticalTo B by Zenodo',
			'A IsIdenticalTo C by Zenodo',
			'A IsIdenticalTo D by Zenodo',
		]);
	});

	it('describes the first identifier of each object, by the numbers of the links', () => {
		const batch = batchOf(
			link('B=A Cites C', { source: { Title: 'One' }, target: { Title: 'Two' } }),
			link('C Cites A', { target: { Title: 'Three' } }),
		);
		assert.deepEqual(titlesOf(batch), ['0 B One', '0 C Two', '1 A Three']);
	});

	it('has an assertion with equal descriptions once, at the last place', () => {
		const often = Array.from({ length: 50 }, () => link('A Cites B', { source: { Title: 'One' } }));
		const batch = batchOf(...often, link('A Cites B', { source: { Title: 'Two' } }), ...often, link('A Cites B'));
		assert.deepEqual(titlesOf(batch), ['50 A Two', '100 A One']);
		assert.equal(batch.assertions.length, 3);
	});

	it('of nothing is empty', () => {
		assert.deepEqual(batchOf().counts, { links: 0, descriptions: 0, ignored: 0, containers: 0, unknownRelations: [] });
	});

	it('asserts exactly what its links say, however many they are', () => {
		const name = fc.constantFrom('A', 'a', 'B', 'C', 'D');
		const object = fc.array(name, { minLength: 1, maxLength: 3 });
		const anyLink = fc
			.tuple(object, fc.constantFrom(...relations), object)
			.map(([source, relation, target]) => link(`${source.join('=')} ${relation} ${target.join('=')}`));
		fc.assert(
			fc.property(fc.array(anyLink, { maxLength: 20 }), (links) => {
				const stated = new Set(links.flatMap(statements));
				const batch = batchOf(...links);
				const asserted = assertionsOf(batch).map((text) => text.toLowerCase());
				assert.deepEqual(new Set(asserted), stated);
				assert.equal(new Set(batch.assertions.map(String)).size, asserted.length);
				assert.equal(batch.counts.ignored, links.filter((each) => statements(each).length === 0).length);
			}),
		);
	});
});

describe('a batch of links that replace', () => {
	/** Lists whose records it replaces: `A by Zenodo`. */
	const replacedBy = ({ replaced, identifiers, providers }: LinkBatch) =>
		replaced.map(([source, provider]) => `${identifiers[source]?.value} by ${providers[provider]}`);

	it('asserts them, and replaces each Source once, however it is spelled', () => {
		const byOther = { provenances: [{ provider: 'ZENODO', date: '2019' }] };
		const batch = batchThat('replace', link('A Cites B'), link('a Cites C', byOther));
		assert.deepEqual(replacedBy(batch), ['A by Zenodo']);
		assert.equal(assertionsOf(batch).length, 2);
		assert.deepEqual(batch.withdrawals, []);
	});

	it('takes a Source that is the same as another by a rule for that one', () => {
		const address = link('X@url Cites B');
		const rule = [identifier('X@url'), identifier('x')] as const;
		const ruled = { ...address, source: { ...address.source, sameByRule: [rule] } };
		assert.deepEqual(replacedBy(batchThat('replace', ruled, link('x Cites C'))), ['x by Zenodo']);
	});

	it('replaces by each provider of a link, whichever end its record calls Source', () => {
		const provenances = ['Zenodo', 'Crossref'].map((provider) => ({ provider, date: '2018' }));
		const reversed = { ...link('A Cites B', { provenances }), fromTarget: true as const };
		assert.deepEqual(replacedBy(batchThat('replace', reversed)), ['B by Zenodo', 'B by Crossref']);
	});
});

describe('a batch of links that withdraw', () => {
	/** Lists what it withdraws: `0 A Cites B by Zenodo`, the position of the link first. */
	const withdrawnBy = ({ withdrawals, identifiers, providers }: LinkBatch) =>
		withdrawals.map(([link, source, code, target, provider]) => {
			const [from, to] = [source, target].map((position) => identifiers[position]?.value);
			return `${link} ${from} ${relations[code - 1]} ${to} by ${providers[provider]}`;
		});

	it('asserts and says nothing', () => {
		const batch = batchThat('withdraw', link('A=B Cites C', { source: { Title: 'T' } }));
		assert.deepEqual([batch.assertions, batch.descriptions, batch.provenances], [[], [], []]);
	});

	it('withdraws each pair that its links name, symmetric relations both ways', () => {
		const batch = batchThat('withdraw', link('A=B Cites C'), link('D IsRelatedTo E'));
		assert.deepEqual(withdrawnBy(batch), [
			'0 A Cites C by Zenodo',
			'0 B Cites C by Zenodo',
			'1 D IsRelatedTo E by Zenodo',
			'1 E IsRelatedTo D by Zenodo',
		]);
	});

	it('withdraws what a link of an object to itself asserts', () => {
		const batch = batchThat('withdraw', link('A Cites a'));
		assert.deepEqual(withdrawnBy(batch), ['0 A Cites A by Zenodo']);
		assert.equal(batch.counts.descriptions, 1);
		const ofArrays = withdrawnBy(batchThat('withdraw', link('A=B Cites B')));
		assert.ok(['0 A Cites A by Zenodo', '0 A Cites B by Zenodo'].every((one) => ofArrays.includes(one)));
	});
});

/** Says in the plainest way what a link asserts. */
function statements({ source, relation, target }: Link): string[] {
	const keys = [source, target].map((object) => object.identifiers.map(({ key }) => key));
	const [from = [], to = []] = keys;
	const isByArrays = from[0] !== to[0] && from.some((one) => to.includes(one));
	const pairs = (isByArrays ? [keys.flat()] : keys).flatMap(([first, ...others]) =>
		others.map((other) => [first, 'IsIdenticalTo', other]),
	);
	const identities = pairs.filter(([one, , other]) => one !== other);
	if (new Set(keys.flat()).size === 1) return [];
	const end = (isByArrays ? from : to)[0];
	const all = from[0] === end ? identities : [...identities, [from[0], relation, end]];
	return all.map((pair) => `${pair.join(' ')} by Zenodo`.toLowerCase());
}
