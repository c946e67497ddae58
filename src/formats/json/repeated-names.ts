// Finds names that stand twice in one object of a JSON text (RFC 8259, 4): parsing keeps the last
// one and says nothing of the others.
import { backslash, isSpace, quote } from './bytes.ts';

/** The way to a member from the outermost value: names of members and positions in arrays. */
export type MemberPath = readonly (string | number)[];

/** Bounds how many repeated names are reported, and how deep the ways to them are. */
const reported = { names: 1_000, depth: 32 };

/**
 * Finds the repeated names of a text that is JSON, in the order of the text; `value` is what it
 * parses to. Costs little where there is none: a text with as many names as its value has members
 * repeats none.
 */
export function findRepeatedNames(text: string, value: unknown): MemberPath[] {
	return countPossibleNames(text) === countMembers(value) ? [] : walk(text);
}

/**
 * Counts the colons behind a quote, whatever white space is between them. That is at least the
 * number of names; within strings there may be more.
 */
function countPossibleNames(text: string): number {
	let count = 0;
	for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
		let before = colon - 1;
		while (isSpace(text.charCodeAt(before))) before--;
		if (text.charCodeAt(before) === quote) count++;
	}
	return count;
}

/** Counts the members of all objects in a value, however deep they are. */
function countMembers(value: unknown): number {
	let count = 0;
	const open: unknown[] = [value];
	for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
		if (Array.isArray(holder)) {
			for (const item of holder) if (typeof item === 'object' && item !== null) open.push(item);
			continue;
		}
		for (const name in holder as object) {
			count++;
			const member = (holder as Record<string, unknown>)[name];
			if (typeof member === 'object' && member !== null) open.push(member);
		}
	}
	return count;
}

/** An array or object that has begun: `place` is where in it the text is. */
type Holder = { names: Set<string> | undefined; place: string | number; expectsName: boolean };

function walk(text: string): MemberPath[] {
	const found: MemberPath[] = [];
	const open: Holder[] = [];
	for (let at = 0; at < text.length && found.length < reported.names; at++) {
		const holder = open.at(-1);
		switch (text[at]) {
			case '{':
				open.push({ names: new Set(), place: '', expectsName: true });
				break;
			case '[':
				open.push({ names: undefined, place: 0, expectsName: false });
				break;
			case '}':
			case ']':
				open.pop();
				break;
			case ',':
				if (typeof holder?.place === 'number') holder.place++;
				else if (holder) holder.expectsName = true;
				break;
			case '"': {
				const end = stringEnd(text, at);
				if (holder?.names && holder.expectsName) {
					holder.place = readString(text.slice(at, end + 1));
					holder.expectsName = false;
					if (holder.names.has(holder.place)) found.push(open.slice(0, reported.depth).map(({ place }) => place));
					holder.names.add(holder.place);
				}
				at = end;
			}
		}
	}
	return found;
}

/** Finds the quote that ends the string which begins at `start`. */
function stringEnd(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
		let before = end - 1;
		while (text.charCodeAt(before) === backslash) before--;
		if ((end - before) % 2 === 1) return end;
	}
}

function readString(json: string): string {
	return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}
