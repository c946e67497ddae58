// The status of the broker for admins: queue, rates and sizes, with all figures of the API.
import { countedMeaning } from '../../../src/links/words.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { momentText } from './moments.ts';
import { operatorOf } from './operator-client.ts';
import { Refresh } from './operator-form.tsx';
import { figureGroups, figureName, figureText } from './operator-words.ts';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';

/** Renders the figures in their groups. */
export function StatusPage() {
	const status = useRefreshed('status', {}, (connection) => operatorOf(connection).status());
	return (
		<>
			<SectionHead title={sectionTitle.status} failure={status.failure} />
			<Refresh again={status.again} />
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
			<p class="note">{countedMeaning.relationships}</p>
		</>
	);
}
