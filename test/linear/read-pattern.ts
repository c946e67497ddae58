// Reads a regular expression as a tree, as far as attacks on it need that.

/** A part of a regular expression. Where it can match nothing but a place, it is left out. */
export type Part =
	| { kind: 'one'; source: string }
	| { kind: 'sequence'; parts: readonly Part[] }
	| { kind: 'choice'; parts: readonly Part[] }
	| { kind: 'repeat'; part: Part; least: number; most: number }
	/** Looks ahead or behind; what it matches is matched by others as well. */
	| { kind: 'look'; part: Part };

const group = /\((?:\?(?:<?[=!]|:|<\w+>|[a-z-]+:))?/y;
const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
const escaping = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[pP]\{[^}]*\}|c[a-z]|k<\w+>|\d+|.)/isy;

/** Reads a pattern. Classes hold classes only with the flag v. */
export function readPattern({ source, unicodeSets }: RegExp): Part {
	let at = 0;
	const next = (shape: RegExp) => {
		shape.lastIndex = at;
		const found = shape.exec(source);
		if (found) at += found[0].length;
		return found;
	};

	function choice(): Part {
		const parts = [sequence()];
		while (source[at] === '|') {
			at++;
			parts.push(sequence());
		}
		return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts };
	}

	function sequence(): Part {
		const parts: Part[] = [];
		while (at < source.length && source[at] !== '|' && source[at] !== ')') {
			const part = repeated(atom());
			if (part) parts.push(part);
		}
		return { kind: 'sequence', parts };
	}

	function atom(): Part | undefined {
		const opened = source[at] === '(' ? next(group) : null;
		if (opened) {
			const part = choice();
			at++;
			return /[=!]$/.test(opened[0]) ? { kind: 'look', part } : part;
		}
		if (source[at] === '[') return { kind: 'one', source: characterClass() };
		const escaped = next(escaping)?.[0];
		if (escaped !== undefined) return /^\\(?:[bBk]|[1-9])/.test(escaped) ? undefined : { kind: 'one', source: escaped };
		const character = String.fromCodePoint(source.codePointAt(at) as number);
		at += character.length;
		return character === '^' || character === '$' ? undefined : { kind: 'one', source: character };
	}

	function characterClass(): string {
		const start = at++;
		for (let depth = 1; depth > 0; at++) {
			if (source[at] === '\\') at++;
			else if (source[at] === '[' && unicodeSets) depth++;
			else if (source[at] === ']') depth--;
		}
		return source.slice(start, at);
	}

	function repeated(part: Part | undefined): Part | undefined {
		const found = next(quantifier);
		if (!found || !part) return part;
		const [text, least, hasMost, most] = found;
		if (least !== undefined) {
			const atMost = hasMost === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
			return { kind: 'repeat', part, least: Number(least), most: atMost };
		}
		const mostOften = text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY;
		return { kind: 'repeat', part, least: text.startsWith('+') ? 1 : 0, most: mostOften };
	}

	return choice();
}
