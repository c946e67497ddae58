// The pages by name; the browser loads the file of each when it is first shown.

import type { ComponentType } from 'preact';
import type { View } from './address/address.ts';
import { isOperatorView } from './address/operator-view.ts';
import type { Answers } from './asking/answers.ts';
import type { PageForms } from './posting/take-form.ts';

type PageName = View['page'];
/** Asks for the answers of the first drawing in advance; other pages ask while they are drawn. */
type Prepare = (view: never, answers: Answers) => Promise<unknown>;
type PageOf = ComponentType<{ view: never }> & { prepare?: Prepare };

const load: Readonly<Record<PageName, () => Promise<PageOf>>> = {
	home: async () => (await import('./home/home-page.tsx')).HomePage,
	sources: async () => (await import('./sources/sources-page.tsx')).SourcesPage,
	object: async () => (await import('./object/object-page.tsx')).ObjectPage,
	search: async () => (await import('./search/search-page.tsx')).SearchPage,
	explain: async () => (await import('./explain/explain-page.tsx')).ExplainPage,
	report: async () => (await import('./report/report-page.tsx')).ReportPage,
	operator: operatorPage,
	event: operatorPage,
	load: operatorPage,
	notification: operatorPage,
	audit: operatorPage,
	subscriptions: operatorPage,
	subscription: operatorPage,
	'new-subscription': operatorPage,
	missing: async () => (await import('./site/missing-page.tsx')).MissingPage,
};

async function operatorPage(): Promise<PageOf> {
	return (await import('./operator/operator-page.tsx')).OperatorPage;
}

type LoadedPage = ComponentType<{ view: View }> & { prepare?: (view: View, answers: Answers) => Promise<unknown> };

const loaded = new Map<PageName, LoadedPage>();

/** Loads the page of a view. */
export async function loadPage({ page }: View): Promise<void> {
	if (!loaded.has(page)) loaded.set(page, (await load[page]()) as LoadedPage);
}

/** Returns the page of a view; undefined until it is loaded. */
export function loadedPage({ page }: View): LoadedPage | undefined {
	return loaded.get(page);
}

/** Loads the forms of the page of a view. */
export async function loadForms(view: View): Promise<PageForms> {
	if (view.page === 'report') return (await import('./report/report-forms.ts')).reportForms;
	if (!isOperatorView(view)) return {};
	return (await import('./operator/operator-page.tsx')).formsOf(view);
}
