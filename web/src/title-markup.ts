// Reads the markup of titles in answers: the five elements and three references that the API
// promises. Anything else is text.

/** A part of a title: text, or an element with its parts. */
export type TitlePart = string | { element: TitleElement; parts: TitlePart[] };
type TitleElement = 'i' | 'b' | 'sub' | 'sup' | 'scp';

/** Reads a TitleMarkup, such as `VO<sub>2</sub> &amp; more`. */
export function readTitleMarkup(markup: string): TitlePart[] {
	const root: TitlePart[] = [];
	const open: { element: TitleElement; parts: TitlePart[] }[] = [];
	for (const piece of markup.split(/(<\/?(?:i|b|sub|sup|scp)>)/)) {
		const inner = open.at(-1);
		const parts = inner?.parts ?? root;
		const [, closes, name] = /^<(\/?)(i|b|sub|sup|scp)>$/.exec(piece) ?? [];
		if (name === undefined) {
			if (piece !== '') parts.push(piece.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
		} else if (!closes) {
			const element = { element: name as TitleElement, parts: [] };
			parts.push(element);
			open.push(element);
		} else if (inner?.element === name) open.pop();
	}
	return root;
}
