// Arbitrary small worlds of links for property tests: few identifiers, so that merges, chains,
// cycles and self links are frequent.
import fc from 'fast-check';
import { type Identifier, sameByRule } from '../identifiers/index.ts';
import {
	asFilled,
	type Container,
	type Description,
	gatherKeywords,
	gatherNotices,
	gatherPublishers,
	type Notice,
} from '../links/description.ts';
import type { Link, LinkedObject, Provenance } from '../links/link.ts';
import type { EventAction } from '../links/link-event.ts';
import type { Relation } from '../links/relation.ts';
import { type GivenEvent, ofWorld } from './graph.model.ts';

const identifierNamed = (name: string): Identifier => {
	const [value = '', scheme = 'doi'] = name.split('@');
	return { scheme, value, key: value.toLowerCase() };
};

const ruled = ['arXiv:2401.00001@arxiv', '10.48550/arXiv.2401.00001', 'https://arxiv.org/abs/2401.00001@url'];
const ofOther = identifierNamed('A');
/** Identifiers that are the same by rule, in the place of others. */
const ofRule: Readonly<Record<string, Identifier>> = Object.fromEntries(
	['a', 'b', 'c', 'd', 'e'].map((key, at) => [key, identifierNamed(ruled[at % ruled.length] as string)]),
);

const identifier: fc.Arbitrary<Identifier> = fc
	// The third and second last are one text where scheme and key are joined by a blank; the others of
	// the second line are the same by rule.
	.constantFrom(...['A', 'B', 'b', 'C', 'D', 'E', 'F', 'A@arxiv', 'A B@x', 'A@b x'], ...ruled)
	.map((name) => identifierNamed(name));

/** Adds what identifiers of an object are the same as by rule. */
function withRules({ identifiers, description }: LinkedObject): LinkedObject {
	const rules = identifiers.flatMap((one) => {
		const representative = sameByRule(one);
		return representative === undefined ? [] : [[one, representative] as const];
	});
	return { identifiers, description, ...(rules.length > 0 && { sameByRule: rules }) };
}

const relation: fc.Arbitrary<Relation> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant<Relation>('IsIdenticalTo') },
	{ weight: 4, arbitrary: fc.constant<Relation>('HasVersion') },
	{ weight: 4, arbitrary: fc.constantFrom<Relation>('Cites', 'IsRelatedTo') },
	{ weight: 1, arbitrary: fc.constant<Relation>('IsSupplementTo') },
);

const agents = fc.array(
	fc.constantFrom(
		{ Name: 'Ada' },
		{ Name: 'Éva' },
		{ Name: 'Ada', Identifier: { ID: '1', IDScheme: 'orcid' } },
		{ Name: 'Ada', Identifier: { ID: '2', IDScheme: 'orcid' } },
	),
	{ minLength: 1, maxLength: 2 },
);

const notices = fc.array(
	fc.constantFrom<Notice>(
		{ Kind: 'correction' },
		{ Kind: 'retraction', Date: '2016-03' },
		{ Kind: 'retraction', Identifier: { ID: 'B', IDScheme: 'doi' } },
	),
	{ minLength: 1, maxLength: 2 },
);

const stated: fc.Arbitrary<Description> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<Description>({}) },
	{
		weight: 1,
		arbitrary: fc.record(
			{
				Title: fc.constantFrom('One', 'Other', 'Été'),
				Creator: agents,
				PublicationDate: fc.constantFrom('2015', '2015-01-01', '2016-03', '2017-02-03'),
				Type: fc.constantFrom(
					{ Name: 'software' as const },
					{ Name: 'literature' as const },
					{ Name: 'literature' as const, SubType: 'preprint' },
					{ Name: 'literature' as const, SubType: 'book', SubTypeSchema: 'of its own' },
				),
				Publisher: agents.map((list) => gatherPublishers(list)),
				Container: fc.constantFrom<Container>(
					...[{ Title: 'Acta' }, { Title: 'Annals' }, { Title: 'Acta', ISSN: ['1234-5679'] }],
					...[
						{ Volume: '1', Pages: 'e2' },
						{ Title: 'Annals', Volume: '2', Issue: '3' },
					],
				),
				Edition: fc.constantFrom('2nd', '3rd'),
				PublisherPlace: fc.constantFrom('Graz', 'Oslo'),
				Keywords: fc
					.array(fc.constantFrom('x', 'y', 'Z'), { minLength: 1, maxLength: 2 })
					.map((list) => gatherKeywords(list)),
				Notice: notices.map((list) => gatherNotices(list)),
			},
			{ requiredKeys: [], noNullPrototype: true },
		),
	},
);

const description: fc.Arbitrary<Description> = fc.oneof(
	{ weight: 3, arbitrary: stated },
	{ weight: 1, arbitrary: stated.map((one) => asFilled(one)) },
);

const linkedObject: fc.Arbitrary<LinkedObject> = fc
	.record({
		identifiers: fc.oneof(
			{ weight: 9, arbitrary: fc.tuple(identifier) },
			{ weight: 1, arbitrary: fc.array(identifier, { minLength: 2, maxLength: 3 }) },
		),
		description,
	})
	.map(withRules);

const provenance: fc.Arbitrary<Provenance> = fc
	.record({
		provider: fc.constantFrom('Zenodo', 'ZENODO', 'Crossref', 'crossref'),
		date: fc.constantFrom('2018', '2018-01-01', '2019-06', '2019-06-01T00:00:00Z'),
		subType: fc.constantFrom(undefined, undefined, 'one of its own', 'another'),
	})
	.map(({ subType, ...rest }) => (subType === undefined ? rest : { ...rest, subType }));

// A word of the vocabulary decides which relation a link has.
const wordOfRelated = fc.constantFrom(undefined, 'isReviewedBy', 'HasPart');

const otherProvider = fc.constantFrom(undefined, undefined, undefined, 'DataCite');

const link: fc.Arbitrary<Link> = fc
	.record({ source: linkedObject, relation, target: linkedObject, provenance, otherProvider, wordOfRelated })
	.map(({ provenance, otherProvider: provider, wordOfRelated: subType, ...rest }) => {
		const isWorded = rest.relation === 'IsRelatedTo' && subType !== undefined;
		const first = isWorded ? { ...provenance, subType } : provenance;
		return { ...rest, provenances: provider === undefined ? [first] : [first, { ...first, provider }] };
	});

/** A few events of a few links each; some say that they must not be indexed. */
export const events: fc.Arbitrary<GivenEvent[]> = fc.array(
	fc.record({
		links: fc.array(link, { minLength: 1, maxLength: 4 }),
		noindex: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
	}),
	{ minLength: 1, maxLength: 6 },
);

/** A link that comes again in an event: whether its record calls the target Source, and another description. */
const repeating = {
	...{ event: fc.nat(5), from: fc.nat(5), link: fc.nat(2), fromTarget: fc.boolean() },
	otherwise: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: description }),
};

const asserting: fc.Arbitrary<GivenEvent> = fc.record({
	links: fc.array(link, { minLength: 1, maxLength: 3 }),
	noindex: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
	action: fc.oneof(
		{ weight: 4, arbitrary: fc.constant<EventAction>('assert') },
		{ weight: 2, arbitrary: fc.constantFrom<EventAction>('withdraw', 'replace') },
	),
	userId: fc.constantFrom(null, 1, 1, 2),
	takesAll: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/**
 * Events that assert, withdraw and replace, by several users. Some links come again in later
 * events, as they were, reversed or described otherwise, so that much of what is withdrawn was
 * asserted.
 */
const withdrawingAny: fc.Arbitrary<GivenEvent[]> = fc
	.tuple(fc.array(asserting, { minLength: 1, maxLength: 6 }), fc.array(fc.record(repeating), { maxLength: 8 }))
	.map(([events, again]) => {
		const links = events.map((event) => [...event.links]);
		for (const { event, from, link: which, fromTarget, otherwise } of again) {
			const repeated = links[from % links.length]?.[which];
			const isReversed = fromTarget && ['Cites', 'IsSupplementTo', 'HasVersion'].includes(repeated?.relation ?? '');
			const reversed = isReversed ? { fromTarget: true as const } : {};
			if (!repeated) continue;
			const source = otherwise === null ? repeated.source : { ...repeated.source, description: otherwise };
			links[event % links.length]?.push({ ...repeated, source, ...reversed });
		}
		return events.map((event, at) => ({ ...event, links: links[at] as Link[] }));
	});

/** Such events, or such ones of one provider over little more than identifiers that are the same by rule. */
export const withdrawing: fc.Arbitrary<GivenEvent[]> = fc.oneof(
	{ weight: 2, arbitrary: withdrawingAny },
	{ weight: 1, arbitrary: withdrawingAny.map((events) => events.map(byRule)) },
);

function byRule({ links, ...event }: GivenEvent): GivenEvent {
	const there = ({ identifiers, description }: LinkedObject) =>
		withRules({ identifiers: identifiers.map(({ key }) => ofRule[key] ?? ofOther), description });
	const ruled = links.map(({ source, target, ...link }) => ({
		...{ ...link, source: there(source), target: there(target) },
		provenances: [{ provider: 'Zenodo', date: '2018' }],
	}));
	return { ...event, links: ruled, takesAll: true, noindex: false };
}

/** What may happen to an event, by its position among the others. */
export type Step = { event: number; does: 'apply' | 'withdraw' | 'restore' };

/** Steps in some order. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.record({ event: fc.nat(5), does: fc.constantFrom('apply', 'apply', 'withdraw', 'withdraw', 'restore') }),
	{ maxLength: 14 },
);

/** Positions of events in some order, some of them several times. */
export const application: fc.Arbitrary<number[]> = fc.array(fc.nat({ max: 5 }), { maxLength: 10 });

/**
 * Moves events into a world of their own, so that many worlds share the same records: their schemes
 * and providers end with its number. Unknown schemes keep letter case; `plain` spells identifiers
 * by their keys, so that they are read back as they are.
 */
export function inWorld(given: readonly GivenEvent[], world: number, { plain = false } = {}): GivenEvent[] {
	const numbered = (text: string) => text.replace(ofWorld, `2401.${10_000 + world}`);
	const there = ({ identifiers, description }: LinkedObject): LinkedObject =>
		withRules({
			identifiers: identifiers.map(({ scheme, key, value }) => ({
				scheme: ofWorld.test(key) ? scheme : `${scheme}-${world}`,
				key: numbered(key),
				value: numbered(plain ? key : value),
			})),
			description,
		});
	return given.map(({ links, ...event }) => ({
		...event,
		links: links.map((each) => ({
			...each,
			source: there(each.source),
			target: there(each.target),
			provenances: each.provenances.map((one) => ({ ...one, provider: `${one.provider}-${world}` })),
		})),
	}));
}

/** Whether an identifier lies in a world. */
export const liesIn =
	(world: number) =>
	({ scheme, key }: Identifier): boolean =>
		scheme.endsWith(`-${world}`) || ofWorld.exec(key)?.[0] === `2401.${10_000 + world}`;
