// How spellings that mean the same are made the same for comparison; knows no scheme.

const beyondAscii = /[\u0080-\uffff]/;
const upperCaseRuns = /[A-Z]+/g;

/** Lowers the letters A to Z and no others: the folding of DOIs (DOI Handbook, section 2.4). */
export function asciiLower(text: string): string {
	if (!beyondAscii.test(text)) return text.toLowerCase();
	return text.replace(upperCaseRuns, (run) => run.toLowerCase());
}

/** Removes the spaces and dashes that group the digits of a number: `978-3-905673-82- 1` becomes `9783905673821`. */
export function ungrouped(text: string): string {
	return text.replace(/[\s\u2010-\u2015-]/g, '');
}

/**
 * Lowers the parts of a web address that have no letter case, its scheme and host, and writes an absent path as `/`
 * (RFC 3986, sections 6.2.2.1 and 6.2.3).
 */
export function addressKey(address: string): string {
	const match = /^([^:/]*:\/\/)([^/?#]*@)?([^/?#]*)/.exec(address);
	if (match === null) return address;
	const [origin, scheme = '', user = '', host = ''] = match;
	const rest = address.slice(origin.length);
	const path = rest === '' ? '/' : rest;
	return scheme.toLowerCase() + user + asciiLower(host) + path;
}
