// How the broker is, for admins: what waits, how fast it works, how large it is; shows whatever
// figures the broker gives.
import { figureGroups, figureName, figureText } from '../../../src/http/pages/operator/operator-words.ts';
import { askStatus } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { momentText } from './moments.ts';

/** Renders the figures in their groups. */
export function StatusPage() {
	const status = useLoaded('status', askStatus);
	return (
		<>
			<div class="toolbar">
				<button type="button" onClick={status.retry}>
					Refresh
				</button>
			</div>
			{status.failure && <FailureNotice failure={status.failure} />}
			<div class="figures" aria-busy={status.loading}>
				{figureGroups(status.value ?? {}).map(([group, figures]) => (
					<section class="panel" key={group} aria-labelledby={`figures-${group}`}>
						<h2 id={`figures-${group}`}>{figureName(group)}</h2>
						<dl>
							{Object.entries(figures).map(([name, value]) => (
								<div key={name}>
									<dt>{figureName(name)}</dt>
									<dd>{figureText(name, value, momentText)}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
		</>
	);
}
