// The page of a link in an email: what it does, with the button that does it, or what was done.
import type { LinkedAct } from '../../../src/http/pages/drawing.ts';
import { PageHeading } from '../shell/page-heading.tsx';

/** Renders the page. */
export function LinkedActPage({ act: { title, words, button } }: { act: LinkedAct }) {
	return (
		<main id="content" class="linked-act">
			<PageHeading title={title} description={title} listed={false} />
			{words.map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
			{button !== undefined && (
				// Without an address, it is sent to that of the page, with the code.
				<form method="post">
					<button type="submit" class="primary">
						{button}
					</button>
				</form>
			)}
		</main>
	);
}
