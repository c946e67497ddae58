// Reads research products in SKG-IF (1.1), the form in which graphs of scholarly knowledge are
// exchanged: what each product cites, is supplemented by, and is a version of.
import { linkLimits } from '../../../links/limits.ts';
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenRecord } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { unnamedReference } from '../references.ts';
import { at, type Fields, fields, list, objects, text, texts } from '../values.ts';
import { lastingOnes } from '../write-object.ts';

/** SKG-IF. Entities refer to each other by names of the graph, which identify nothing outside of it. */
export const skgIf: Dialect<'json'> = {
	name: 'skg-if',
	title: 'SKG-IF: research products of graphs of scholarly knowledge',
	syntax: 'json',
	replacement: 'record',
	dateRule: 'when the product was published',
	example:
		'{"@context": ["https://w3id.org/skg-if/context/skg-if.json"], "@graph": [{"local_identifier": "1", ' +
		'"entity_type": "product", "identifiers": [{"scheme": "doi", "value": "10.1234/a"}], "related_products": ' +
		'{"cites": ["2"]}}, {"local_identifier": "2", "entity_type": "product", "identifiers": [{"scheme": "doi", ' +
		'"value": "10.1234/b"}]}]}',
	fits: (document) => entitiesIn(document).some(isProduct),
	*read(document) {
		const entities = entitiesIn(document);
		const find = findIn(entities);
		const table = productTable(find);
		for (const product of entities.filter(isProduct)) yield readProduct(product, table, find);
	},
};

/** Answers the entity that a name of the graph, or the entity itself, stands for. */
type Find = (named: unknown) => Fields;

function entitiesIn(document: unknown): Fields[] {
	return objects(at(document, '@graph') ?? document);
}

function isProduct({ entity_type: type, local_identifier: name }: Fields): boolean {
	return type === 'product' && text(name) !== undefined;
}

function findIn(entities: readonly Fields[]): Find {
	const byName = new Map(entities.map((entity) => [text(entity.local_identifier), entity]));
	return (named) => byName.get(text(named)) ?? (text(named) ? { local_identifier: named } : fields(named));
}

function readProduct(product: Fields, table: ObjectTable<Fields>, find: Find): GivenRecord {
	const subject = json.object(product, table);
	if (subject.identifiers.length === 0) return { links: [], leftOut: ['a product without an identifier'] };
	const links: GivenLink[] = [];
	const leftOut: string[] = [];
	for (const [relation, named] of Object.entries(fields(product.related_products))) {
		for (const one of list(named)) {
			const identifiers = identifiersOf(find(one));
			if (identifiers.length > 0) links.push({ relation: relation.replaceAll('_', ''), target: { identifiers } });
			else leftOut.push(relation === 'cites' ? unnamedReference : 'a related product without an identifier');
		}
	}
	return { subject, links, date: subject.publicationDate, leftOut };
}

function productTable(find: Find): ObjectTable<Fields> {
	const venueOf = (product: Fields) => find(objects(product.manifestations).map((one) => at(one, 'biblio', 'in'))[0]);
	const contributing = (product: Fields, role: string) =>
		objects(product.contributions)
			.filter((one) => (text(one.role) ?? 'author') === role)
			.toSorted((one, other) => Number(one.rank ?? 0) - Number(other.rank ?? 0))
			.slice(0, linkLimits.items)
			.flatMap((one) => agentOf(find(one.by)));
	return {
		identifiers: identifiersOf,
		type: { at: 'product_type', as: (type) => /^research (?:data|software)$/.exec(type)?.[0].slice(9) ?? type },
		subType: (product) => wordsIn(at(objects(product.manifestations)[0], 'type', 'labels')),
		title: (product) => wordsIn(product.titles),
		creators: (product) => contributing(product, 'author'),
		publicationDate: ['publication', 'distribution'].map((date) => `manifestations[].dates.${date}[]`),
		publishers: (product) => contributing(product, 'publisher').map(({ name }) => name),
		container: {
			title: (product) => venueOf(product).name,
			issns: (product) => numbersOf(venueOf(product)).flatMap(({ id, scheme }) => (/issn$/.test(scheme) ? id : [])),
			volume: 'manifestations[].biblio.volume',
			issue: 'manifestations[].biblio.issue',
			firstPage: 'manifestations[].biblio.pages.first',
			lastPage: 'manifestations[].biblio.pages.last',
		},
		edition: 'manifestations[].biblio.edition',
	};
}

/**
 * Lists what identifies a product: its own identifiers; where it has none, those of its first
 * manifestation that has some (a preprint is not the article), or its name in the graph, where that
 * is known elsewhere.
 */
function identifiersOf(product: Fields): GivenIdentifier[] {
	const numbers = [product, ...objects(product.manifestations)].map((one) => lastingOnes(numbersOf(one)));
	const [first] = numbers.filter((found) => found.length > 0);
	const name = text(product.local_identifier);
	return first ?? lastingOnes(name === undefined ? [] : [{ id: name }]);
}

function numbersOf(entity: Fields): { id: string; scheme: string }[] {
	return objects(entity.identifiers).flatMap(({ scheme, value }) => {
		const [id, name] = [text(value), text(scheme)];
		return id === undefined || name === undefined ? [] : [{ id, scheme: name.toLowerCase() }];
	});
}

/** Answers texts by their languages: the English ones first, then those without a language. */
function wordsIn(byLanguage: unknown): string[] {
	const { en, none, ...others } = fields(byLanguage);
	return [en, none, ...Object.values(others)].flatMap(texts);
}

function agentOf(agent: Fields): GivenAgent[] {
	const parts = [text(agent.family_name), text(agent.given_name)].filter((part) => part !== undefined);
	const name = parts.length > 0 ? parts.join(', ') : text(agent.name);
	const orcid = numbersOf(agent).find(({ scheme }) => scheme === 'orcid')?.id;
	return name === undefined ? [] : [{ name, orcid }];
}
