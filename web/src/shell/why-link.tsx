// A link to the page that explains what two identifiers have to do with each other.
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { explainPath } from '../address/explain-view.ts';

/**
 * Renders the link; `question` is what it asks, in full, for those who hear it out of its place.
 */
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
