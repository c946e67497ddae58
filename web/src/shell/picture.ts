// Exports a drawn SVG as a file that looks the same elsewhere, with its styles, title and source.

/** The texts above and below an exported image. */
export type Caption = { title: string; source: string; legend: readonly { text: string; of: Element | null }[] };

const copiedStyles = [
	'fill',
	'fill-opacity',
	'stroke',
	'stroke-width',
	'stroke-dasharray',
	'stroke-linecap',
	'opacity',
	'font-size',
	'font-weight',
	'text-anchor',
] as const;
const margin = 16;
const headHeight = 56;
const footHeight = 28;

/** Creates a complete SVG document of a drawing, with its caption, in the colours of the page. */
export function svgDocument(drawing: SVGSVGElement, caption: Caption): string {
	const { width, height } = drawing.getBoundingClientRect();
	const page = getComputedStyle(document.body);
	const outer = svgElement('svg', {
		width: String(width + 2 * margin),
		height: String(height + headHeight + footHeight),
		'font-family': 'system-ui, sans-serif',
	});
	const copy = styledCopy(drawing);
	copy.setAttribute('x', String(margin));
	copy.setAttribute('y', String(headHeight));
	copy.setAttribute('width', String(width));
	copy.setAttribute('height', String(height));
	outer.append(
		svgElement('rect', { width: '100%', height: '100%', fill: page.backgroundColor }),
		textElement(caption.title, {
			x: String(margin),
			y: '24',
			fill: page.color,
			'font-size': '15',
			'font-weight': '600',
		}),
	);
	for (const element of legendElements(caption.legend, page.color)) outer.append(element);
	outer.append(
		copy,
		textElement(caption.source, {
			x: String(margin),
			y: String(height + headHeight + 18),
			fill: page.color,
			'font-size': '11',
		}),
	);
	return new XMLSerializer().serializeToString(outer);
}

/** Saves an SVG document in the browser, as it is or as PNG of twice its size. */
export async function savePicture(svg: string, name: string, format: 'svg' | 'png'): Promise<void> {
	const drawn = new Blob([svg], { type: 'image/svg+xml' });
	saveFile(format === 'svg' ? drawn : await rasterised(drawn), `${name}.${format}`);
}

async function rasterised(svg: Blob): Promise<Blob> {
	const address = URL.createObjectURL(svg);
	try {
		const image = new Image();
		image.src = address;
		await image.decode();
		const canvas = document.createElement('canvas');
		canvas.width = image.width * 2;
		canvas.height = image.height * 2;
		canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
		return await new Promise((resolve, reject) => {
			canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image cannot be drawn.'))), 'image/png');
		});
	} finally {
		URL.revokeObjectURL(address);
	}
}

/** Saves a file in the browser. */
export function saveFile(content: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function styledCopy(original: SVGElement): SVGElement {
	const copy = original.cloneNode(false) as SVGElement;
	if (!(original instanceof SVGSVGElement)) copyStyle(original, copy);
	copy.removeAttribute('class');
	copy.removeAttribute('tabindex');
	for (const child of original.childNodes) {
		if (child instanceof SVGElement) copy.append(styledCopy(child));
		else if (child instanceof Text) copy.append(child.cloneNode());
	}
	return copy;
}

function copyStyle(original: Element, copy: Element): void {
	const style = getComputedStyle(original);
	for (const name of copiedStyles) copy.setAttribute(name, style.getPropertyValue(name));
}

function legendElements(legend: Caption['legend'], colour: string): SVGElement[] {
	let x = margin;
	return legend.flatMap(({ text, of }) => {
		const swatch = svgElement('rect', { x: String(x), y: '34', width: '10', height: '10', rx: '2' });
		if (of)
			for (const name of ['fill', 'stroke']) swatch.setAttribute(name, getComputedStyle(of).getPropertyValue(name));
		const label = textElement(text, { x: String(x + 15), y: '43', fill: colour, 'font-size': '12' });
		x += 32 + text.length * 7;
		return [swatch, label];
	});
}

const svgNamespace = 'http://www.w3.org/2000/svg';

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
	const element = document.createElementNS(svgNamespace, name);
	for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
	return element;
}

function textElement(text: string, attributes: Readonly<Record<string, string>>): SVGElement {
	const element = svgElement('text', attributes);
	element.textContent = text;
	return element;
}
