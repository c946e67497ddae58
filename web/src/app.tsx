// The frame around every page, and which page an address shows; knows what pages there are, not
// what is on them.
import type { View } from './address/address.ts';
import { HomePage } from './home/home-page.tsx';
import { useView } from './navigation.ts';
import { ObjectPage } from './object/object-page.tsx';
import { Announcer } from './shell/announcer.tsx';
import { lazily } from './shell/lazily.tsx';
import { PageHeading } from './shell/page-heading.tsx';
import { SearchField } from './shell/search-field.tsx';

const OperatorPage = lazily(
	'The pages for operators',
	async () => (await import('./operator/operator-page.tsx')).OperatorPage,
);

const SearchPage = lazily('The search', async () => (await import('./search/search-page.tsx')).SearchPage);

const SourcesPage = lazily('The sources', async () => (await import('./sources/sources-page.tsx')).SourcesPage);

const ReportPage = lazily('The report', async () => (await import('./report/report-page.tsx')).ReportPage);

const ExplainPage = lazily('The explanation', async () => (await import('./explain/explain-page.tsx')).ExplainPage);

/** Renders the whole explorer. */
export function App() {
	const view = useView();
	return (
		<>
			<a class="skip" href="#content">
				Skip to content
			</a>
			<header class="site-head">
				<a class="brand" href="/">
					Link Broker
				</a>
				{view.page !== 'home' && (
					<SearchField
						compact
						words={view.page === 'search' ? view.q : ''}
						asked={view.page === 'object' ? { ID: view.id, IDScheme: view.scheme } : undefined}
					/>
				)}
				<nav class="site-nav" aria-label="Site">
					<a href="/providers">Sources</a>
					<a href="/explain">Why?</a>
					<a href="/docs">API</a>
					<a href="/operator/events">Operators</a>
				</nav>
			</header>
			<Page view={view} />
			<footer class="site-foot">
				<p>
					All of this comes from <a href="/docs">the interface for programs</a>, which is open to everyone.
				</p>
			</footer>
			<Announcer />
		</>
	);
}

function Page({ view }: { view: View }) {
	switch (view.page) {
		case 'home':
			return <HomePage />;
		case 'object':
			// A new work begins anew; nothing of the one before may be seen meanwhile.
			return <ObjectPage key={`${view.scheme} ${view.id}`} view={view} />;
		case 'sources':
			return <SourcesPage view={view} />;
		case 'search':
			return <SearchPage view={view} />;
		case 'explain':
			return <ExplainPage view={view} />;
		case 'report':
			return <ReportPage view={view} />;
		case 'operator':
		case 'event':
		case 'audit':
			return <OperatorPage view={view} />;
		case 'missing':
			return <MissingPage path={view.path} />;
	}
}

function MissingPage({ path }: { path: string }) {
	return (
		<main id="content">
			<PageHeading title="There is no such page" />
			<p>
				There is nothing at <code>{path}</code>. Paste an identifier above, or <a href="/">begin anew</a>.
			</p>
		</main>
	);
}
