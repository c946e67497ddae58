// The search field for an identifier or words: shows how the text is understood, and leads to the
// work or to the search results.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { objectPath, objectView } from '../address/object-view.ts';
import { searchView } from '../address/search-view.ts';
import { type Question, question } from '../asking/answers.ts';
import type { Failure } from '../asking/failure.ts';
import { useAnswer, useAnswers } from '../asking/use-answer.ts';
import { goTo } from '../navigation.ts';
import { sitePath } from '../site/site.ts';
import { SchemeChoice } from './scheme-choice.tsx';

/** A text without an identifier is a search for words. */
type UnderstoodText = { identifier?: AnsweredIdentifier | undefined };

/**
 * Asks how a text is understood; with a chosen scheme, every text is an identifier. Fails if the
 * text is ambiguous.
 */
function understoodText(text: string, scheme: string): Question<UnderstoodText> {
	return question('understood', { text, scheme }, async ({ broker }) => {
		const asked = { id: text, ...(scheme && { scheme }), groupBy: 'version' as const, size: 1 };
		if (scheme === '') {
			for await (const { understood_as: identifier, problem_code } of broker.lookUp([text])) {
				if (identifier || problem_code === 'not-an-identifier') return { identifier };
			}
		}
		// Several identifiers may belong to versions of one work; otherwise the failure lists the choices.
		return { identifier: (await broker.search(asked)).query.understood_as };
	});
}

/** The last text that was understood as an identifier; the page of its work shows it. */
let lastRead: { text: string; understood: AnsweredIdentifier } | undefined;

function readAs(asked: AnsweredIdentifier | undefined): string {
	if (!asked || lastRead?.understood.ID !== asked.ID || lastRead.understood.IDScheme !== asked.IDScheme) return '';
	const read = `${schemeTitle(asked.IDScheme)} ${asked.ID}`;
	return lastRead.text === asked.ID ? `Read as ${read}` : `Read “${shortened(lastRead.text)}” as ${read}`;
}

const lettersShown = 60;

function shortened(text: string): string {
	return text.length <= lettersShown ? text : `${text.slice(0, lettersShown).toWellFormed()}…`;
}

type Props = { compact?: boolean; words?: string; asked?: AnsweredIdentifier | undefined };

/**
 * Renders the field; the compact one shows the choice of a scheme only for ambiguous identifiers.
 * `words` or the identifier `asked` are the subject of the page.
 */
export function SearchField({ compact = false, words = '', asked }: Props) {
	const { form, text, scheme, busy, failure, type, clear, setScheme, find } = useSearch(words);
	const id = useId();
	const hint = useHint(text, scheme, words) || (text === '' ? readAs(asked) : '');
	const ambiguous = failure?.fields.scheme !== undefined;
	return (
		<search>
			<form
				ref={form}
				class={compact ? 'search compact' : 'search'}
				action={sitePath('/find')}
				onSubmit={(event) => {
					event.preventDefault();
					void find();
				}}
			>
				<label class={compact ? 'visually-hidden' : undefined} for={`${id}-text`}>
					Identifier of a work, or its title
				</label>
				<div class="search-row">
					<input
						id={`${id}-text`}
						class="search-text"
						name="text"
						type="text"
						inputMode="search"
						placeholder={compact ? 'DOI, arXiv, title …' : 'DOI, arXiv number, repository address, words of a title …'}
						autocomplete="off"
						autocapitalize="off"
						spellcheck={false}
						value={text}
						aria-describedby={`${id}-hint`}
						aria-invalid={failure !== undefined}
						onInput={(event) => type(event.currentTarget.value)}
					/>
					{(!compact || ambiguous) && (
						<SchemeChoice
							name="scheme"
							aria-label="Scheme"
							value={scheme}
							onChange={(event) => setScheme(event.currentTarget.value)}
						/>
					)}
					<button type="submit" class="primary" aria-busy={busy}>
						Find
					</button>
				</div>
				<p class="hint" id={`${id}-hint`} aria-live="polite">
					{failure ? <strong class="wrong">{failure.message}</strong> : hint}
				</p>
				{failure && failure.choices.length > 0 && (
					<p class="scheme-choices">
						{failure.choices.map(({ ID, IDScheme }) => (
							<a key={`${IDScheme} ${ID}`} href={objectPath(IDScheme, ID)} onClick={clear}>
								{schemeTitle(IDScheme)} <span class="identifier">{ID}</span>
							</a>
						))}
					</p>
				)}
			</form>
		</search>
	);
}

/** Holds the typed text, and searches for its work or for works with its words. */
function useSearch(words: string) {
	const answers = useAnswers();
	const form = useRef<HTMLFormElement>(null);
	const shown = useRef(words);
	const [text, setText] = useState(words);
	const [scheme, setScheme] = useState('');
	useLayoutEffect(() => {
		if (shown.current === words && form.current) {
			// Keep what was typed and chosen before the script was loaded.
			const typed = new FormData(form.current);
			setText(String(typed.get('text')));
			setScheme(String(typed.get('scheme') ?? ''));
		} else setText(words);
		shown.current = words;
	}, [words]);
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState<Pick<Failure, 'message' | 'fields' | 'choices'>>();
	const find = async () => {
		const wanted = text.trim();
		if (wanted === '') {
			setFailure({ message: 'Type or paste an identifier or words first.', fields: {}, choices: [] });
			return;
		}
		setBusy(true);
		setFailure(undefined);
		const { href } = location;
		const { value, failure } = await answers.ask(understoodText(wanted, scheme));
		setBusy(false);
		if (failure) setFailure(failure);
		// The user may have left the page meanwhile.
		if (failure || location.href !== href) return;
		const understood = value.identifier;
		if (understood === undefined) {
			goTo(searchView(wanted));
			return;
		}
		clear();
		lastRead = { text: wanted, understood };
		goTo(objectView(understood.IDScheme, understood.ID));
	};
	const clear = () => {
		setText('');
		setScheme('');
		setFailure(undefined);
	};
	const type = (typed: string) => {
		setText(typed);
		setFailure(undefined);
	};
	return { form, text, scheme, busy, failure, type, clear, setScheme, find };
}

const pauseMilliseconds = 400;

/** Returns how the broker understands a text, once typing pauses; `found` are the words of the page. */
function useHint(text: string, scheme: string, found: string): string {
	const wanted = text.trim();
	const [paused, setPaused] = useState(wanted);
	useEffect(() => {
		const timer = setTimeout(() => setPaused(wanted), pauseMilliseconds);
		return () => clearTimeout(timer);
	}, [wanted]);
	const asks = wanted !== '' && paused === wanted;
	const { value } = useAnswer(asks ? understoodText(wanted, scheme) : undefined);
	if (!asks || value === undefined) return '';
	if (value.identifier === undefined)
		return wanted === found ? 'Read as words.' : 'Searches for works with these words.';
	const { ID, IDScheme } = value.identifier;
	return `${scheme ? 'Read' : 'Recognised'} as ${schemeTitle(IDScheme)}${ID === wanted ? '' : `: ${ID}`}`;
}
