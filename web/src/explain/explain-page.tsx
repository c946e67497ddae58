// Why two identifiers are one work, versions of one, or linked: two fields to ask with, and the
// answer; knows no work.

import { useEffect, useId, useState } from 'preact/hooks';
import type { Why } from '../../../clients/typescript/src/schemas.ts';
import { tellKinship } from '../../../src/links/words.ts';
import type { ExplainView } from '../address/explain-view.ts';
import { objectPath } from '../address/object-view.ts';
import type { RequestFailure } from '../api/broker-api.ts';
import { askWhy, whyAddress } from '../api/explain-api.ts';
import { useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { schemeTitle } from '../shell/scheme-title.ts';
import { ChainDrawing } from './chain-drawing.tsx';

/** Renders the page. */
export function ExplainPage({ view }: { view: ExplainView }) {
	const isAsked = view.id !== '' && view.other !== '';
	const why = useLoaded(isAsked ? whyAddress(view) : undefined, () => askWhy(view));
	const summary = why.value && tellKinship(why.value.relation, why.value.steps.length);
	useEffect(() => {
		if (summary && !why.loading) announce(summary);
	}, [summary, why.loading]);
	return (
		<main id="content" class="explain">
			<PageHeading title="Why?" description="">
				Why do two identifiers belong together?
			</PageHeading>
			<p class="lead">
				For any two identifiers: whether they are one work, versions of one, or linked, and who said what makes them so.
			</p>
			<Question view={view} />
			{isAsked && why.loading && <p class="waiting">Looking for the shortest explanation …</p>}
			{isAsked && why.failure && <NoAnswer failure={why.failure} />}
			{isAsked && !why.loading && why.value && <Answer why={why.value} />}
		</main>
	);
}

function Question({ view }: { view: ExplainView }) {
	const [draft, setDraft] = useState({ id: view.id, other: view.other });
	useEffect(() => setDraft({ id: view.id, other: view.other }), [view.id, view.other]);
	const name = useId();
	const ask = () => {
		const [id, other] = [draft.id.trim(), draft.other.trim()];
		// A scheme belongs to the text that it came with.
		const scheme = id === view.id ? view.scheme : undefined;
		const otherScheme = other === view.other ? view.otherScheme : undefined;
		goTo({ page: 'explain', id, scheme, other, otherScheme });
	};
	const field = (end: 'id' | 'other', title: string, scheme: string | undefined) => (
		<div class="field">
			<label for={`${name}-${end}`}>{title}</label>
			<input
				id={`${name}-${end}`}
				type="text"
				required
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
				placeholder="DOI, arXiv number, repository address …"
				value={draft[end]}
				aria-describedby={`${name}-${end}-note`}
				onInput={(event) => setDraft({ ...draft, [end]: event.currentTarget.value })}
			/>
			<p class="note" id={`${name}-${end}-note`}>
				{scheme !== undefined && draft[end] === view[end] ? schemeTitle(scheme) : ''}
			</p>
		</div>
	);
	return (
		<form
			class="row-form"
			onSubmit={(event) => {
				event.preventDefault();
				ask();
			}}
		>
			{field('id', 'One identifier', view.scheme)}
			{field('other', 'The other identifier', view.otherScheme)}
			<button type="submit" class="primary">
				Explain
			</button>
		</form>
	);
}

function Answer({ why }: { why: Why }) {
	return (
		<section aria-labelledby="explanation">
			<h2 id="explanation">{tellKinship(why.relation, why.steps.length)}</h2>
			{why.steps.length > 0 && <ChainDrawing begin={why.id.understood_as} steps={why.steps} />}
		</section>
	);
}

/**
 * What is wrong with an identifier is no failure to try again after: it is said, with what may be
 * meant.
 */
function NoAnswer({ failure }: { failure: RequestFailure }) {
	if (failure.status !== 404 && failure.status !== 400) return <FailureNotice failure={failure} />;
	return (
		<section class="notice" role="alert">
			<p>{failure.message}</p>
			{failure.choices.length > 0 && (
				<ul>
					{failure.choices.map(({ ID, IDScheme }) => (
						<li key={`${IDScheme} ${ID}`}>
							{schemeTitle(IDScheme)}{' '}
							<a class="identifier" href={objectPath(IDScheme, ID)}>
								{ID}
							</a>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
