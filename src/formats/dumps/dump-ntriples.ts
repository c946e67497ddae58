// Writes a dump as RDF 1.1 N-Triples, in the words of DCMI, schema.org, PRISM, CiTO, FRBR and
// PROV.
import { identifierUrl } from '../../identifiers/index.ts';
import type { Container, Description } from '../../links/description.ts';
import { plainText } from '../../links/markup/styled-text.ts';
import type { Relation } from '../../links/relation.ts';
import { schemaType } from '../json-ld/json-ld.ts';
import { orcidOf } from '../scholix/described-object.ts';
import { type DumpedAssertion, type DumpedEntry, type DumpedWork, type DumpWriter, textWriter } from './dump-writer.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const xsd = 'http://www.w3.org/2001/XMLSchema#';
const prov = 'http://www.w3.org/ns/prov#';
const dcterms = 'http://purl.org/dc/terms/';
// Those of the older set may have names as their values, where those of the newer need an agent.
const dc = 'http://purl.org/dc/elements/1.1/';
const foaf = 'http://xmlns.com/foaf/0.1/';
const schemaOrg = 'https://schema.org/';
// It has the title of what a work appeared in; dcterms:isPartOf needs a name for that.
// It also has where in it the work stands.
const prism = 'http://prismstandard.org/namespaces/basic/2.0/';

const type = `<${rdf}type>`;

const predicates: Readonly<Record<Exclude<Relation, 'IsIdenticalTo'>, string>> = {
	Cites: '<http://purl.org/spar/cito/cites>',
	IsSupplementTo: '<http://purl.org/vocab/frbr/core#supplementOf>',
	IsRelatedTo: `<${dcterms}relation>`,
	HasVersion: `<${dcterms}hasVersion>`,
};

/**
 * Writes of each work its type, identifiers and description, then its links. A work is named by the
 * address of its DOI, else by the first address that there is, else by a blank node. Who asserted a
 * link, and when, is given by a statement about it (rdf:Statement) for each assertion.
 */
export function createNTriplesWriter(): DumpWriter {
	const agents = createAgents();
	let statements = 0;
	return textWriter('graph.nt', '', function* ({ work, links }: DumpedEntry) {
		yield* describeWork(work);
		for (const { source, relation, target, assertions } of links) {
			if (relation === 'IsIdenticalTo') continue;
			const triple = [nameOf(source), predicates[relation], nameOf(target)] as const;
			yield line(...triple);
			for (const assertion of assertions) yield* writeAssertion(`_:s${++statements}`, triple, assertion, agents);
		}
	});
}

type Triple = readonly [subject: string, predicate: string, object: string];
type Agents = ReturnType<typeof createAgents>;

/** Names providers; `isNew` where one was not named before. */
function createAgents() {
	const known = new Map<string, string>();
	return (provider: string): { node: string; isNew: boolean } => {
		const isNew = !known.has(provider);
		return { node: known.getOrInsertComputed(provider, () => `_:p${known.size + 1}`), isNew };
	};
}

function* describeWork(work: DumpedWork): Generator<string> {
	const { identifiers, description } = work;
	const node = nameOf(work);
	const kind = schemaType({ Type: description.Type ?? { Name: 'unknown' } });
	yield line(node, type, iri(`${schemaOrg}${kind}`));
	for (const { scheme, value } of identifiers) {
		yield line(node, `<${dcterms}identifier>`, literal(`${scheme}:${value}`));
		const address = addressOf({ scheme, value });
		if (address !== undefined && iri(address) !== node) yield line(node, `<${schemaOrg}sameAs>`, iri(address));
	}
	for (const [predicate, value] of wordsOf(description)) yield line(node, predicate, value);
}

function* wordsOf(description: Description): Generator<[string, string]> {
	const { Title, Creator, PublicationDate, Container, Edition, Publisher, Keywords } = description;
	if (Title !== undefined) yield [`<${dcterms}title>`, literal(plainText(Title))];
	for (const { Name } of Creator ?? []) if (Name !== '') yield [`<${dc}creator>`, literal(plainText(Name))];
	for (const creator of Creator ?? []) {
		const orcid = orcidOf(creator);
		if (orcid !== undefined) yield [`<${dcterms}creator>`, iri(`https://orcid.org/${orcid}`)];
	}
	if (PublicationDate !== undefined) yield [`<${dcterms}issued>`, date(PublicationDate)];
	if (Container !== undefined) yield* prismWords(Container);
	if (Edition !== undefined) yield [`<${prism}edition>`, literal(plainText(Edition))];
	for (const { Name } of Publisher ?? []) if (Name !== '') yield [`<${dc}publisher>`, literal(plainText(Name))];
	for (const keyword of Keywords ?? []) yield [`<${dc}subject>`, literal(plainText(keyword))];
}

function* prismWords({ Title, ISSN = [], Volume, Issue, Pages }: Container): Generator<[string, string]> {
	const words = { publicationName: Title, volume: Volume, number: Issue, pageRange: Pages };
	for (const [property, text] of Object.entries(words)) {
		if (text !== undefined) yield [`<${prism}${property}>`, literal(plainText(text))];
	}
	for (const issn of ISSN) yield [`<${prism}issn>`, literal(issn)];
}

function* writeAssertion(node: string, triple: Triple, { provenance }: DumpedAssertion, agents: Agents) {
	const { node: agent, isNew } = agents(provenance.provider);
	if (isNew) {
		yield line(agent, type, `<${prov}Agent>`);
		yield line(agent, `<${foaf}name>`, literal(provenance.provider));
	}
	yield line(node, type, `<${rdf}Statement>`);
	for (const [at, part] of (['subject', 'predicate', 'object'] as const).entries()) {
		yield line(node, `<${rdf}${part}>`, triple[at] as string);
	}
	yield line(node, `<${prov}wasAttributedTo>`, agent);
	yield line(node, `<${dcterms}issued>`, date(provenance.date));
	if (provenance.subType !== undefined) yield line(node, `<${dcterms}type>`, literal(provenance.subType));
	const license = provenance.license;
	if (license === undefined) return;
	yield line(node, `<${dcterms}license>`, isAbsolute(license) ? iri(license) : literal(license));
}

function line(subject: string, predicate: string, object: string): string {
	return `${subject} ${predicate} ${object} .\n`;
}

/** Names a work by an address, its DOI's where it has one, else by a blank node. */
function nameOf({ work, identifiers }: DumpedWork): string {
	const doi = identifiers.find(({ scheme }) => scheme === 'doi');
	const address = (doi && addressOf(doi)) ?? identifiers.map(addressOf).find((one) => one !== undefined);
	return address === undefined ? `_:w${work}` : iri(address);
}

function addressOf(identifier: { scheme: string; value: string }): string | undefined {
	const address = identifierUrl(identifier);
	return address !== undefined && isAbsolute(address) ? address : undefined;
}

function isAbsolute(address: string): boolean {
	return /^[a-z][a-z\d+.-]*:[^\s]/i.test(address);
}

/** Writes an IRI; what the grammar does not let stand in one (IRIREF) is percent-encoded. */
function iri(address: string): string {
	return `<${address.toWellFormed().replaceAll(/[\p{Cc} <>"{}|^`\\]/gu, encodeURIComponent)}>`;
}

/** Writes a literal; what the grammar does not let stand in one, and other controls, is escaped. */
function literal(text: string): string {
	return `"${text.toWellFormed().replaceAll(/["\\\p{Cc}]/gu, escaped)}"`;
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
	return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Writes a date with its datatype, as exact as it is; one of another form is plain text. */
function date(text: string): string {
	const datatype = datatypes.find(([shape]) => shape.test(text))?.[1];
	return datatype === undefined ? literal(text) : `${literal(text)}^^<${xsd}${datatype}>`;
}

const datatypes: readonly (readonly [RegExp, string])[] = [
	[/^\d{4}$/, 'gYear'],
	[/^\d{4}-\d\d$/, 'gYearMonth'],
	[/^\d{4}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)?$/, 'date'],
	[/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, 'dateTime'],
];
