// The audit as the broker shows it and is asked for it, over HTTP and on the command line; knows
// neither.
import { readDateEnd, readDateInstant } from '../links/link-date.js';
                                                            

export {
	           
	                 
	                
	                
	auditActions,
} from '../ports/records/audit.js';

/** Makes the document of an entry, as `GET /audit` answers it. */
export function auditDocument({ number, at, who, action, subject, detail, address }            ) {
	return { number, time: new Date(at).toISOString(), who, action, subject, detail, address };
}

/** Reads where a stretch of time begins or ends; undefined where the text is no date. */
export const readTime = {
	/** A year, month or day begins with its first moment. */
	since: (text        )                     => inMilliseconds(readDateInstant(text.trim())),
	/** A year, month or day reaches to its end. */
	until: (text        )                     => inMilliseconds(readDateEnd(text.trim())),
}         ;

function inMilliseconds(seconds                    )                     {
	return seconds === undefined ? undefined : Math.round(seconds * 1000);
}
