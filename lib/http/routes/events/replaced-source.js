// Which Source a submission without links replaces, by its parameters; knows no route.
                                                                  
import {                  readIdentifier, readText } from '../../../identifiers/index.js';
import { badQuery } from '../../answers/query-parameters.js';

/** What is given of it. */
              
	               
	                            
	                            
	                              
  

/**
 * Reads of which Source a provider says nothing any more; null where no source is given. Fails with
 * `bad-query` where one of the parameters lacks another, and where source is not one identifier.
 */
export function readReplacedSource({ action, source, scheme, provider }       )                         {
	if (source === undefined) {
		const alone = scheme === undefined ? (provider === undefined ? undefined : 'provider') : 'scheme';
		if (alone !== undefined) throw wrong(alone, `${alone} goes with source; leave it out, or give source as well.`);
		return null;
	}
	if (action !== 'replace') throw wrong('source', 'source goes with action=replace; leave it out.');
	if (provider === undefined) {
		throw wrong('provider', 'provider is missing: with source, name the LinkProvider who says nothing of it any more.');
	}
	return { source: readSource(source, scheme), provider };
}

function readSource(text        , scheme                    )             {
	if (scheme !== undefined) return storable(readIdentifier(text, scheme));
	const reading = readText(text);
	const [likeliest] = reading.kind === 'one' ? reading.candidates : [];
	if (likeliest !== undefined) return storable(likeliest);
	throw wrong('source', 'source must be one identifier, such as 10.5281/zenodo.11020; for others add scheme.');
}

function storable(identifier            )             {
	const { scheme, value } = identifier;
	if (scheme !== '' && value !== '' && !value.includes('\0')) return identifier;
	throw wrong('source', 'source must be an identifier with something that can be seen.');
}

function wrong(field        , message        ) {
	return badQuery([{ field, message }]);
}
