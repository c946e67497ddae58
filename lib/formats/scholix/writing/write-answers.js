// Writes the answers of a search by joining ready-made pieces of JSON: Scholix v3, and a list of
// links; knows neither HTTP nor the search index.
                                                                
import {                      searchRelationMeaning } from '../../../links/relation.js';
import {                    describeAggregations } from './describe-aggregations.js';
                                                          
import { typeOfHistory } from './relationship-type.js';

/**
 * Holds an object of an answer as describeObject and describeVersions (object-document.ts) write
 * it; `versions` is '' where the work is its only version, and null where nothing is known of it.
 */
                                                                                            

/**
 * Holds one relationship of the asked object: `relation` as seen from there, `object` at the other
 * end, `history` newest first and not empty.
 */
                          
	                                  
	                              
	                                         
	                                                                                          
	                                                                                
  

/**
 * Holds what one member of the asked object's versions (`source`) and one of the other's have to do
 * with each other; both are JSON arrays of `{ID, IDScheme}`.
 */
                                                                                                                       

/**
 * What an answer tells. `relation` is the one that was asked for; without it each item tells its
 * own.
 */
                      
	                     
	                                
	                          
	                             
  

/**
 * What the list of links tells besides: the whole result, of which the items are a page, its
 * counts, and where the pages are.
 */
                                     
	              
	                      
	                                                      
	                      
  

/** Chooses how an answer looks: indented by two, or in one line. */
                                                     

                                 

/**
 * Writes the pieces of an object of which nothing is known but the identifier that was asked for,
 * perhaps without its scheme.
 */
export function describeUnknownObject(id        , scheme         )               {
	const identifiers = JSON.stringify([{ ID: id, IDScheme: scheme }]);
	return { identifiers, fields: '"Type":{"Name":"unknown"}', versions: null };
}

/**
 * Writes the answer in `application/x-scholix-v3+json`, as UTF-8: Source, Relation, GroupBy,
 * Relationships [{Target, LinkHistory}]. Where no relation was asked for, each item has its own
 * Relation. Where versions are grouped, every known object has its Versions, and each item its Via.
 * An item of LinkHistory has the SubType that its provider gave, SubTypes where there are several.
 */
export function writeScholixAnswer(
	{ source, groupBy, relation, items }        ,
	{ prettyprint = false }               = {},
)        {
	const said = relation === undefined ? '' : writeRelation(relation);
	const relationships = items.map((item) => {
		const ownRelation = relation === undefined ? writeRelation(item.relation) : '';
		const target = `"Target":${writeObject(item.object, groupBy)}`;
		return `{${target},${ownRelation}${writeHistory(item.history)}${writeVia(item.via)}}`;
	});
	const head = `"Source":${writeObject(source, groupBy)},${said}"GroupBy":"${groupBy}"`;
	return encode(`{${head},"Relationships":[${relationships.join(',')}]}`, prettyprint);
}

function writeRelation(relation                )         {
	return `"Relation":{"Name":"${relation}"},`;
}

/**
 * Writes the answer in `application/json`: query, hits {total, hits [link]}, aggregations, links.
 * Each link is a Scholix link object that reads back as the same relation in the same direction:
 * Source is the asked object where the relation starts from it, and for isRelatedTo unless its
 * words speak from the other one alone. It names all providers and the earliest date, and is worded
 * as typeOfHistory says. Where versions are grouped, it has its Via.
 */
export function writeLinksAnswer(
	{ source, items, total, facets, links: { self, next, prev }, query }              ,
	{ prettyprint = false }               = {},
)        {
	const asked = writeEnd(source);
	const hits = items.map((item) => writeLinkBetween(asked, item));
	const aggregations = facets ? `"aggregations":${JSON.stringify(describeAggregations(facets))},` : '';
	const links = JSON.stringify({ self, next, prev });
	const said = `"query":${JSON.stringify(query)}`;
	return encode(
		`{${said},"hits":{"total":${total},"hits":[${hits.join(',')}]},${aggregations}"links":${links}}`,
		prettyprint,
	);
}

function writeLinkBetween(asked        , { relation, object, history, via }            )         {
	const meaning = searchRelationMeaning[relation];
	const other = writeEnd(object);
	const { type, swapped } = typeOfHistory(meaning.relation, history);
	const [source, target] = (meaning.asked === 'target') !== swapped ? [other, asked] : [asked, other];
	const { date } = history.at(-1)               ;
	return (
		`{"Source":${source},"Target":${target},` +
		`"RelationshipType":${JSON.stringify(type)},` +
		`"LinkProvider":[${writeProviders(history)}],"LinkPublicationDate":${JSON.stringify(date)}${writeVia(via)}}`
	);
}

function writeProviders(history                        )         {
	const names = new Set(history.map(({ provider }) => provider));
	return Array.from(names, (Name) => JSON.stringify({ Name })).join(',');
}

/** Writes an object; where versions are grouped, it tells those that it stands for. */
function writeObject({ identifiers, fields, versions }              , groupBy                   )         {
	const areTold = groupBy === 'version' && versions !== null;
	const end = areTold ? `,"Versions":${versions || `[{"Identifiers":${identifiers}}]`}}` : '}';
	return `{"Identifiers":${identifiers},${fields}${end}`;
}

/** Writes an object as the Source or Target of a link. */
export function writeEnd({ identifiers, fields }              )         {
	return `{"Identifier":${identifiers},${fields}}`;
}

/** Writes the LinkHistory with which an item of the Scholix answer ends. */
function writeHistory(history                        )         {
	return `"LinkHistory":[${history.map(historyItem).join(',')}]`;
}

/**
 * Writes what makes a relationship between works with all their versions, as members that follow
 * others; ViaTotal tells how many there are where not all of them come along.
 */
export function writeVia(via                   )         {
	if (!via) return '';
	const links = via.links.map(({ source, target, history }) => {
		return `{"Source":{"Identifiers":${source}},"Target":{"Identifiers":${target}},${writeHistory(history)}}`;
	});
	const total = via.total > via.links.length ? `,"ViaTotal":${via.total}` : '';
	return `,"Via":[${links.join(',')}]${total}`;
}

function historyItem({ provider, date, subTypes, turned = [] }             )         {
	const words = [...subTypes, ...turned];
	const said = words.length > 1 ? { SubTypes: words } : { SubType: words[0] };
	return JSON.stringify({ LinkPublicationDate: date, LinkProvider: { Name: provider }, ...said });
}

function encode(text        , prettyprint         )        {
	return Buffer.from(prettyprint ? JSON.stringify(JSON.parse(text), undefined, 2) : text);
}
