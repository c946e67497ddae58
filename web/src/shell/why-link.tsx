// A link to the page that explains how two identifiers are connected.
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { explainPath } from '../address/explain-view.ts';

/** Renders the link; `question` is the full question, for screen readers. */
export function WhyLink({
	one,
	other,
	question,
}: {
	one: AnsweredIdentifier;
	other: AnsweredIdentifier;
	question: string;
}) {
	return (
		<a class="why" href={explainPath(one, other)} aria-label={question}>
			Why?
		</a>
	);
}
