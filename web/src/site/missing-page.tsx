// The page for addresses without a page.
import { PageHeading } from '../shell/page-heading.tsx';
import { sitePath } from './site.ts';

/** Renders that there is no page at a path. */
export function MissingPage({ view: { path } }: { view: { page: 'missing'; path: string } }) {
	return (
		<main id="content">
			<PageHeading title="Not found" description="There is no page at this address." status={404} listed={false} />
			<p>
				There is no page at <code>{path}</code>. Search above, or go to <a href={sitePath('/')}>the home page</a>.
			</p>
		</main>
	);
}
