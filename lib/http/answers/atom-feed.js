// Writes entries of the log of changes as an Atom feed (RFC 4287). It knows no route.
                                                                                
import { sayChange } from '../../formats/changes/write-changes.js';
import { identifierUrl } from '../../identifiers/index.js';
import { isoTime } from './answer.js';
import { escapeMarkup } from './markup.js';

/** The media type of a feed. */
export const atomMediaType = 'application/atom+xml';

/** What a feed tells beside its entries; addresses are absolute. */
                        
	              
	                                                                
	             
	                               
	                              
	                          
	                                                               
	                                  
	                                                    
	            
  

/** Writes a feed. */
export function writeAtomFeed(changes                       , head          )         {
	const updated = changes.reduce((latest, { at }) => Math.max(latest, at), 0) || head.now;
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeMarkup(head.self)}</id>
<title>${escapeMarkup(head.title)}</title>
<updated>${isoTime(updated)}</updated>
<generator>Link Broker</generator>
${linkTo('self', head.self)}${linkTo('alternate', head.alternate)}${linkTo('next', head.next)}${changes
	.map((change) => writeEntry(change, head))
	.join('')}</feed>
`;
}

function writeEntry(change            , { addressOf }          )         {
	const { number, at, kind, isEdge, source, target, provenance } = change;
	const address = addressOf(number);
	const edge = kind === 'asserted' ? 'Nobody had said so before.' : 'Nobody says so any more.';
	const summary = `${provenance.provider}, ${provenance.date}: ${kind}. ${isEdge ? edge : ''}`.trim();
	return `<entry>
<id>${escapeMarkup(address)}</id>
<title>${escapeMarkup(sayChange(change))}</title>
<updated>${isoTime(at)}</updated>
<author><name>${escapeMarkup(provenance.provider)}</name></author>
<category term="${kind}"/>
<summary>${escapeMarkup(summary)}</summary>
${linkTo('alternate', address)}${relatedTo(source)}${relatedTo(target)}</entry>
`;
}

function relatedTo({ identifier }         )         {
	return linkTo('related', identifierUrl(identifier));
}

function linkTo(relation        , address                    )         {
	return address === undefined ? '' : `<link rel="${relation}" href="${escapeMarkup(address)}"/>\n`;
}
