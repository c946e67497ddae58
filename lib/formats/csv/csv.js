// Writes relationships as rows of CSV.
import { identifierUrl } from '../../identifiers/index.js';
                                                             
                                                              
import { wordingsSeen } from '../../links/wording.js';
                                                                      
                                                                              
import { csvLine } from './csv-cells.js';

/**
 * Lists the columns. Those in the plural and `via_…` hold several values, joined by a semicolon and
 * a space; each value of `via_source` goes with the one at the same place in `via_target`.
 */
const csvColumns = [
	...(['source_id', 'source_scheme', 'relation', 'id', 'scheme', 'url', 'type', 'title', 'creators']         ),
	...(['publication_date', 'publishers', 'first_link_date', 'last_link_date', 'providers', 'identifiers']         ),
	...(['subtypes', 'via_source', 'via_target']         ),
]         ;

/** Holds the first row, which names the columns. */
export const csvHeader = csvLine(csvColumns);

                                                                     

/** A link between two versions, by the identifiers of each. */
                                                                                                

/** Writes the row of one relationship, as seen from `source`; `history` is newest first. */
export function csvRow(
	source                             ,
	relation                ,
	object                 ,
	history                        ,
	via                    = [],
)         {
	const { Identifiers, Type, Title, Creator, PublicationDate, Publisher } = object;
	const [identifier] = Identifiers;
	const cells        = {
		source_id: source?.ID,
		source_scheme: source?.IDScheme,
		relation,
		id: identifier?.ID,
		scheme: identifier?.IDScheme,
		url: identifier && identifierUrl({ scheme: identifier.IDScheme, value: identifier.ID }),
		type: Type.Name,
		title: Title,
		creators: several(
			andOthers(
				Creator?.map(({ Name }) => Name),
				object.CreatorTotal,
			),
		),
		publication_date: PublicationDate,
		publishers: several(
			andOthers(
				Publisher?.map(({ Name }) => Name),
				object.PublisherTotal,
			),
		),
		first_link_date: history.at(-1)?.date,
		last_link_date: history[0]?.date,
		providers: several([...new Set(history.map(({ provider }) => provider))]),
		identifiers: several(Identifiers.map(prefixed)),
		subtypes: several(wordingsSeen(history, relation)),
		via_source: several(via.map(({ source }) => firstOf(source))),
		via_target: several(via.map(({ target }) => firstOf(target))),
	};
	return csvLine(csvColumns.map((column) => cells[column] ?? ''));
}

function prefixed({ ID, IDScheme }                 )         {
	return `${IDScheme}:${ID}`;
}

function firstOf([identifier]                            )         {
	return identifier ? prefixed(identifier) : '';
}

/** Says behind the first names how many there are besides. */
function andOthers(names                               , total                    )                                {
	return names && total !== undefined ? [...names, `and ${total - names.length} others`] : names;
}

function several(values                    = [])         {
	return values.join('; ');
}
