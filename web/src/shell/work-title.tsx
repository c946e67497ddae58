// The title of a work with its italics, superscripts and subscripts.
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { titleOf } from '../../../src/links/words.ts';
import { readTitleMarkup, type TitlePart } from '../title-markup.ts';

/** Renders the title of a work, or its identifier where it has none. */
export function WorkTitle({ work }: { work: Omit<AnsweredObject, 'Type'> }) {
	return <Parts parts={work.TitleMarkup ? readTitleMarkup(work.TitleMarkup) : [titleOf(work)]} />;
}

function Parts({ parts }: { parts: readonly TitlePart[] }) {
	return (
		<>
			{parts.map((part) => {
				if (typeof part === 'string') return part;
				const inner = <Parts parts={part.parts} />;
				if (part.element === 'scp') return <span class="small-capitals">{inner}</span>;
				const Element = part.element;
				return <Element>{inner}</Element>;
			})}
		</>
	);
}
