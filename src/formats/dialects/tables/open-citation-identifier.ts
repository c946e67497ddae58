// Reads Open Citation Identifiers (OCI), which name both works of a citation (Peroni and Shotton,
// "Open Citation Identifier: Definition", 2019). It knows no table.
import type { GivenIdentifier } from '../dialect.ts';

/**
 * Two digits stand for a character each, by its place here: `10` for `a`, `36` for `/`. Codes from
 * 68 on, for characters that DOIs have hardly ever, are not read.
 */
const characters = '0123456789abcdefghijklmnopqrstuvwxyz/.:;<=>?@[\\]^_`!"#$%&\'()*+,-{|}~';

/** Prefixes of indexes whose works are DOIs, written without `10.`: Crossref, Dryad, CROCI. */
const doiPrefix = /^0[245]0/;

/** Reads `<citing>-<cited>`; undefined where one of them is of another kind. */
export function readOci(text: string): [citing: GivenIdentifier[], cited: GivenIdentifier[]] | undefined {
	const [, citing, cited] = /^(?:oci:)?(0\d+)-(0\d+)$/.exec(text.trim()) ?? [];
	const [one, other] = [citing, cited].map((digits) => (digits === undefined ? undefined : readWork(digits)));
	return one && other ? [[one], [other]] : undefined;
}

/** A number of OpenCitations Meta begins with 06. */
function readWork(digits: string): GivenIdentifier | undefined {
	if (digits.startsWith('06')) return { id: `br/${digits}`, scheme: 'omid' };
	if (!doiPrefix.test(digits)) return undefined;
	const codes = digits.slice(3).match(/\d\d?/g) ?? [];
	const text = codes.map((code) => (code.length === 2 ? characters[Number(code)] : undefined));
	if (text.length === 0 || text.includes(undefined)) return undefined;
	return { id: `10.${text.join('')}`, scheme: 'doi' };
}
