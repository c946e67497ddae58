// Looks into elements of XML.
import type { XmlElement } from '../dialect.ts';

/** Lists the elements within an element, of one name or of any. */
export function children(element: XmlElement | undefined, name?: string): XmlElement[] {
	const all = element?.children ?? [];
	return all.filter(
		(child) => typeof child !== 'string' && (name === undefined || child.name === name),
	) as XmlElement[];
}

/** Finds the first element on a way through names: `child(resource, 'titles', 'title')`. */
export function child(element: XmlElement | undefined, ...way: readonly string[]): XmlElement | undefined {
	return way.reduce<XmlElement | undefined>((holder, name) => firstChild(holder, name), element);
}

function firstChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
	return element?.children.find((child) => typeof child !== 'string' && child.name === name) as XmlElement | undefined;
}

/** Lists all elements of a name, however deep they lie, in the order of the text. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
	const found: XmlElement[] = [];
	addDescendants(element, name, found);
	return found;
}

function addDescendants({ children }: XmlElement, name: string, found: XmlElement[]): void {
	for (const child of children) {
		if (typeof child === 'string') continue;
		if (child.name === name) found.push(child);
		addDescendants(child, name, found);
	}
}

/** Answers all text of an element, with single blanks; undefined where it is empty. */
export function textOf(element: XmlElement | undefined): string | undefined {
	const text = element && joined(element).replaceAll(/\s+/g, ' ').trim();
	return text === '' ? undefined : text;
}

function joined({ children: parts }: XmlElement): string {
	return parts.map((part) => (typeof part === 'string' ? part : joined(part))).join('');
}

/** Answers the text of an element without what stands in those of its elements that have these names. */
export function textWithout(names: ReadonlySet<string>, element: XmlElement | undefined): string | undefined {
	const kept = element?.children.filter((part) => typeof part === 'string' || !names.has(part.name));
	return element && textOf({ ...element, children: kept ?? [] });
}
