// Makes a tree of tags and texts, whatever the order of the tags; knows no element's meaning.
import { findTags } from './tags.js';

                                    
                                                         

/** Elements that lie deeper are taken for their content, so that no text makes a deep tree. */
const deepest = 40;

/**
 * Reads a text with mark-up. What is never closed reaches to the end of what it lies in, and a
 * closing tag without an opening one is left out.
 */
export function readTree(text        )                  {
	const root          = { name: '', children: [] };
	const open                          = [root];
	for (const token of findTags(text)) {
		const inner = open.at(-1)           ;
		if (typeof token === 'string') inner.children.push(token);
		else if (token.does === 'close') {
			const at = open.findLastIndex(({ name }, depth) => depth > 0 && name === token.name);
			if (at > 0) open.length = at;
		} else {
			const element = { name: token.name, children: [] };
			inner.children.push(element);
			if (token.does === 'open' && open.length < deepest) open.push(element);
		}
	}
	return root.children;
}

/** Tells whether an element is one of MathML's. */
export function isMath({ name }         )          {
	return mathName.test(name);
}

const mathName = /^(?:math|m(?!ark$|onospace$)[a-z]+|none|semantics|annotation(?:-xml)?)$/;
