// The frame of every page with its header and footer, and the page inside.
import type { ComponentChildren } from 'preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { Problem } from '../../src/http/pages/drawing.ts';
import type { View } from './address/address.ts';
import { useView } from './navigation.ts';
import { loadedPage, loadPage } from './pages.ts';
import { Announcer } from './shell/announcer.tsx';
import { SearchField } from './shell/search-field.tsx';
import { ProblemPage } from './site/problem-page.tsx';
import { sitePath, thisSite } from './site/site.ts';

/** Renders the page of the address, or the problem of the request. */
export function App({ problem }: { problem: Problem | undefined }) {
	const view = useView();
	const [first] = useState(view);
	const shownProblem = view === first ? problem : undefined;
	return <Frame view={view}>{shownProblem ? <ProblemPage problem={shownProblem} /> : <Page view={view} />}</Frame>;
}

/** Renders the header and the footer around the content of a page. */
export function Frame({ view, children }: { view?: View; children: ComponentChildren }) {
	const { name, logo, links, colour } = thisSite();
	return (
		<>
			<a class="skip" href="#content">
				Skip to content
			</a>
			<header class="site-head">
				<a class={colour === undefined ? 'brand' : 'brand coloured'} href={sitePath('/')}>
					{logo !== undefined && <img src={logo} alt="" />}
					{name}
				</a>
				{view?.page !== 'home' && (
					<SearchField
						compact
						words={view?.page === 'search' ? view.q : ''}
						asked={view?.page === 'object' ? { ID: view.id, IDScheme: view.scheme } : undefined}
					/>
				)}
				<nav class="site-nav" aria-label="Site">
					<a href={sitePath('/providers')}>Sources</a>
					<a href={sitePath('/explain')}>Explain</a>
					<a href={sitePath('/docs')}>API</a>
					<a href={sitePath('/operator')}>Administration</a>
				</nav>
			</header>
			{children}
			<footer class="site-foot">
				<p>
					All data on these pages comes from <a href={sitePath('/docs')}>the API</a>, which is open to everyone.
				</p>
				{links.length > 0 && (
					<ul class="site-links" aria-label={`About ${name}`}>
						{links.map(({ text, href }) => (
							<li key={text}>
								<a href={href}>{text}</a>
							</li>
						))}
					</ul>
				)}
			</footer>
			<Announcer />
		</>
	);
}

/** Renders a page; its place is empty until its script is loaded. */
function Page({ view }: { view: View }) {
	const [, drawAgain] = useReducer((count: number) => count + 1, 0);
	const [hasFailed, setFailed] = useState(false);
	const Shown = loadedPage(view);
	useEffect(() => {
		setFailed(false);
		if (!Shown)
			loadPage(view).then(
				() => drawAgain(undefined),
				() => setFailed(true),
			);
	}, [view.page]);
	if (hasFailed && !Shown) {
		return (
			<main id="content">
				<p class="notice failure">This page could not be loaded. Reload it to try again.</p>
			</main>
		);
	}
	// The key resets the page, so that a new work never shows parts of the previous one.
	return Shown ? <Shown key={view.page === 'object' ? `${view.scheme} ${view.id}` : ''} view={view} /> : null;
}
