// The page of a problem of a request.
import type { Problem } from '../../../src/http/pages/drawing.ts';
import { tryAgainText } from '../asking/failure.ts';
import { IdentifierLinks } from '../shell/identifier-link.tsx';
import { PageHeading } from '../shell/page-heading.tsx';

/** Renders a problem, with suggested identifiers. */
export function ProblemPage({ problem }: { problem: Problem }) {
	const { type, title, detail, status, errors = [] } = problem;
	const choices = errors.flatMap(({ identifier }) => identifier ?? []);
	const seconds = problem.retryAfterSeconds as number | undefined;
	return (
		<main id="content">
			<PageHeading title={title} description={title} status={status} listed={false} />
			<p>{detail}</p>
			{type.endsWith('/bad-query') && (
				<p>
					<a href="?">Open the page without parameters</a>
				</p>
			)}
			{choices.length > 0 && (
				<>
					<p>Did you mean:</p>
					<IdentifierLinks identifiers={choices} />
				</>
			)}
			{seconds !== undefined && <p>{tryAgainText(seconds)}</p>}
		</main>
	);
}
