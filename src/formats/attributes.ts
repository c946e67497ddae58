// Reads attributes as elements of HTML, and links in a header, write them.
import { decodeHTMLAttribute } from 'entities';

const shapes = {
	rel: attribute('rel'),
	href: attribute('href'),
	name: attribute('name'),
	content: attribute('content'),
	type: attribute('type'),
};

function attribute(name: string): RegExp {
	return new RegExp(`(?:^|[\\s;])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>;,]+))`, 'i');
}

/** Returns the value of an attribute; undefined where there is none of this name. */
export function attributeOf(attributes: string, name: keyof typeof shapes): string | undefined {
	const [, ...values] = shapes[name].exec(attributes) ?? [];
	const value = values.find((one) => one !== undefined);
	return value === undefined ? undefined : decodeHTMLAttribute(value);
}
