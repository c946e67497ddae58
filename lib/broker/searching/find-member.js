// Finds which version of a work a text names. It knows no parameter of a search and no engine.
import { BrokerError } from '../../errors.js';
import {                  readIdentifier, readText, withRepresentatives } from '../../identifiers/index.js';
                                                                   
                                                                        

/** Says which text is to name a version, with the scheme that it may be of without saying so. */
                                                                          

/**
 * Finds the Identity group in a Version group that a text names: in any form of the identifiers of
 * its works, or as `scheme:value`. Fails with `bad-query` where there is none, or several.
 */
export async function findMember(
	index                                             ,
	{ via, scheme }                ,
	version         ,
)                   {
	const inFamily = (found                                             ) =>
		new Set(found.filter((one) => one.version === version).map(({ identity }) => identity));
	let members = inFamily(await index.locate(readingsOf(via, scheme)));
	if (members.size === 0) members = inFamily(await index.locateKeys([via]));
	const [member] = members;
	if (member !== undefined && members.size === 1) return member;
	const message =
		member === undefined
			? `${JSON.stringify(via)} names no version of the work asked about; Versions of the answer without via has them.`
			: `${JSON.stringify(via)} names several versions in different schemes: write the scheme before it, as doi:…`;
	throw new BrokerError('bad-query', message, { problems: [{ field: 'via', message }] });
}

/**
 * Lists what a text may name: as it reads, by the scheme that it begins with, and by the one given.
 */
function readingsOf(text        , scheme                    )                        {
	const reading = readText(text);
	const read = reading.kind === 'one' ? [...reading.candidates] : [];
	const [, prefix, value] = /^([^:\s]+):(.+)$/s.exec(text) ?? [];
	if (prefix !== undefined && value !== undefined) read.push(readIdentifier(value, prefix));
	if (scheme !== undefined) read.push(readIdentifier(text, scheme));
	return withRepresentatives(read);
}
