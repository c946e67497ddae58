// The page of an address that leads to no page.
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from './site.ts';

/** Renders what is said instead. */
export function MissingPage({ view: { path } }: { view: { page: 'missing'; path: string } }) {
	return (
		<main id="content">
			<PageHeading title="Not found" description="This address leads to no page." status={404} listed={false} />
			<p>
				<code>{path}</code> leads to no page. Paste an identifier above, or <a href={sitePath('/')}>begin anew</a>.
			</p>
		</main>
	);
}
