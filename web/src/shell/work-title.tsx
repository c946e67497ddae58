// The title of a work with its italics, superscripts and subscripts.
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier } from '../../../src/links/words.ts';
import { readTitleMarkup, type TitlePart } from '../title-markup.ts';
import { IdentifierText } from './identifier-text.tsx';

/** Renders the title of a work, or its identifier where it has none. */
export function WorkTitle({ work }: { work: Omit<AnsweredObject, 'Type'> }) {
	const title = work.Title?.trim();
	if (!title) return <IdentifierText ID={mainIdentifier(work.Identifiers).ID} />;
	return <Parts parts={work.TitleMarkup ? readTitleMarkup(work.TitleMarkup) : [title]} />;
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
