// Looks into elements of XML.
import type { XmlElement } from '../dialect.ts';

/** Lists the elements within an element, of one name or of any. */
export function children(element: XmlElement | undefined, name?: string): XmlElement[] {
	const all = element?.children.filter((child) => typeof child !== 'string') ?? [];
	return name === undefined ? all : all.filter((child) => child.name === name);
}

/** Finds the first element on a way through names: `child(resource, 'titles', 'title')`. */
export function child(element: XmlElement | undefined, ...way: readonly string[]): XmlElement | undefined {
	return way.reduce<XmlElement | undefined>((holder, name) => children(holder, name)[0], element);
}

/** Lists all elements of a name, however deep they lie, in the order of the text. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
	return children(element).flatMap((one) => [...(one.name === name ? [one] : []), ...descendants(one, name)]);
}

/** Answers all text of an element, with single blanks; undefined where it is empty. */
export function textOf(element: XmlElement | undefined): string | undefined {
	const text = element && joined(element).replaceAll(/\s+/g, ' ').trim();
	return text === '' ? undefined : text;
}

function joined({ children: parts }: XmlElement): string {
	return parts.map((part) => (typeof part === 'string' ? part : joined(part))).join('');
}
