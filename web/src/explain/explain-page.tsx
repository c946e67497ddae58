// The page that explains how two identifiers are connected: two fields and the answer.
import { useEffect, useId } from 'preact/hooks';
import type { Flag, Why } from '../../../clients/typescript/src/schemas.ts';
import type { ExplainedFlag } from '../../../src/broker/why/evidence.ts';
import { chainNotShown, describeKinship } from '../../../src/links/words.ts';
import type { ExplainView } from '../address/explain-view.ts';
import { type Question, question } from '../asking/answers.ts';
import type { Failure } from '../asking/failure.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { IdentifierLinks } from '../shell/identifier-link.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { SchemeChoice } from '../shell/scheme-choice.tsx';
import { ViewField } from '../shell/view-form.tsx';
import { sitePath } from '../site/site.ts';
import { ChainDrawing } from './chain-drawing.tsx';
import { LinkFlags } from './link-flags.tsx';

const title = 'Why do two identifiers belong together?';
const description = 'The shortest chain of reported links that connects two identifiers.';

function whyOf({ id, scheme, other, otherScheme, flag: name }: ExplainView): Question<Why> | undefined {
	if (id === '' || other === '') return undefined;
	// The interface refuses what is no flag.
	const flag = name as Flag | undefined;
	return question('why', { id, scheme, other, otherScheme, flag }, ({ broker }, { id, other, ...more }) =>
		broker.why(id, other, more),
	);
}

/** Renders the page. */
export function ExplainPage({ view }: { view: ExplainView }) {
	const asked = whyOf(view);
	const why = useAnswer(asked);
	const summary = why.value && summaryOf(why.value);
	useEffect(() => {
		if (summary && !why.loading) announce(summary);
	}, [summary, why.loading]);
	return (
		<main id="content" class="explain">
			<PageHeading
				title={title}
				description={description}
				canonical={sitePath('/explain')}
				listed={view.id === '' && view.other === ''}
				failure={why.failure}
			/>
			<p class="lead">
				Shows whether two identifiers belong to one work, to versions of one work, or to linked works, and which
				assertions connect them.
			</p>
			<WhyForm view={view} />
			{why.loading && <p class="waiting">Searching for the shortest explanation …</p>}
			{why.failure && <NoAnswer failure={why.failure} />}
			{!why.loading && why.value && <Answer view={view} why={why.value} />}
		</main>
	);
}

function WhyForm({ view: { id, scheme, other, otherScheme } }: { view: ExplainView }) {
	return (
		<form class="row-form" action={sitePath('/explain')}>
			<End
				name="id"
				title="First identifier"
				text={id}
				scheme={{ name: 'scheme', value: scheme, label: 'Scheme of the first' }}
			/>
			<End
				name="other"
				title="Second identifier"
				text={other}
				scheme={{ name: 'other_scheme', value: otherScheme, label: 'Scheme of the second' }}
			/>
			<button type="submit" class="primary">
				Explain
			</button>
		</form>
	);
}

type Scheme = { name: string; value: string | undefined; label: string };
type EndProps = { name: string; title: string; text: string; scheme: Scheme };

function End({ name, title, text, scheme }: EndProps) {
	const id = useId();
	return (
		<div class="field">
			<label for={id}>{title}</label>
			<ViewField
				id={id}
				name={name}
				value={text}
				type="text"
				required
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
				placeholder="DOI, arXiv number, repository address …"
				onInput={({ currentTarget: { form } }) => {
					// A new text resets the scheme of the old one.
					const choice = form?.elements.namedItem(scheme.name) as HTMLSelectElement;
					choice.value = '';
				}}
			/>
			<SchemeChoice name={scheme.name} value={scheme.value ?? ''} aria-label={scheme.label} />
		</div>
	);
}

function summaryOf({ relation, steps, truncated }: Why): string {
	return describeKinship(relation, steps.length, truncated);
}

function Answer({ view, why }: { view: ExplainView; why: Why }) {
	return (
		<section aria-labelledby="explanation">
			<h2 id="explanation">{summaryOf(why)}</h2>
			{why.truncated && <p>{chainNotShown}</p>}
			{why.steps.length > 0 && <ChainDrawing begin={why.id.understood_as} steps={why.steps} />}
			{why.link && <LinkFlags view={view} link={why.link} explained={why.flag as ExplainedFlag | undefined} />}
		</section>
	);
}

/** A wrong or unknown identifier is shown with suggestions and without a retry button. */
function NoAnswer({ failure }: { failure: Failure }) {
	if (failure.status !== 404 && failure.status !== 400) return <FailureNotice failure={failure} />;
	return (
		<section class="notice" role="alert">
			<p>{failure.message}</p>
			<IdentifierLinks identifiers={failure.choices} />
		</section>
	);
}
