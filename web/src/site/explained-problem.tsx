// The page of a type of problem: what it means and what to do.
import type { ExplainedProblem } from '../../../src/http/pages/drawing.ts';
import { PageHeading } from '../shell/page-heading.tsx';

/** Renders the page. */
export function ExplainedProblemPage({ problem }: { problem: ExplainedProblem }) {
	const { code, title, status, meaning, advice } = problem;
	return (
		<main id="content">
			<PageHeading title={title} description={meaning} />
			<dl class="explained">
				<dt>Code</dt>
				<dd>
					<code>{code}</code>
				</dd>
				<dt>HTTP status</dt>
				<dd>{status}</dd>
				<dt>What it means</dt>
				<dd>{meaning}</dd>
				<dt>What to do</dt>
				<dd>{advice}</dd>
			</dl>
		</main>
	);
}
