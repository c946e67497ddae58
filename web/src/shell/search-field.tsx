// The one field in which any identifier is typed or pasted: says which scheme it sees and leads to
// the work; knows no work.
import { useId, useState } from 'preact/hooks';
import { detectSchemes, readIdentifier, schemes } from '../../../src/identifiers/index.ts';
import { objectView } from '../address.ts';
import { RequestFailure, unreachable } from '../broker-api.ts';
import { findObject } from '../find-object.ts';
import { goTo } from '../navigation.ts';
import { spellings } from '../spellings.ts';
import { schemeTitle } from './scheme-title.ts';

const schemeNames = schemes.map(({ name }) => name).sort();

/** Renders the field; the compact one leaves out the choice of a scheme until it is needed. */
export function SearchField({ compact = false }: { compact?: boolean }) {
	const { text, scheme, busy, failure, type, setScheme, find } = useSearch();
	const id = useId();
	const detected = text.trim() === '' ? [] : detectSchemes(text);
	const ambiguous = failure?.fields.scheme !== undefined;
	return (
		<search>
			<form
				class={compact ? 'search compact' : 'search'}
				onSubmit={(event) => {
					event.preventDefault();
					void find(scheme);
				}}
			>
				<label class={compact ? 'visually-hidden' : ''} for={`${id}-text`}>
					Identifier of a work
				</label>
				<div class="search-row">
					<input
						id={`${id}-text`}
						class="search-text"
						type="text"
						inputMode="search"
						placeholder={compact ? 'DOI, arXiv, repository …' : 'DOI, arXiv number, repository address, bibcode …'}
						autocomplete="off"
						autocapitalize="off"
						spellcheck={false}
						value={text}
						aria-describedby={`${id}-hint`}
						aria-invalid={failure !== undefined}
						onInput={(event) => type(event.currentTarget.value)}
					/>
					{(!compact || ambiguous) && <SchemeChoice scheme={scheme} detected={detected} choose={setScheme} />}
					<button type="submit" class="primary" aria-busy={busy}>
						Find
					</button>
				</div>
				<p class="hint" id={`${id}-hint`} aria-live="polite">
					{failure ? <strong class="wrong">{failure.message}</strong> : hintOf(text, scheme)}
				</p>
				{ambiguous && detected.length > 1 && (
					<p class="scheme-choices">
						{detected.map((name) => (
							<button type="button" key={name} onClick={() => void find(name)}>
								As {schemeTitle(name)}
							</button>
						))}
					</p>
				)}
			</form>
		</search>
	);
}

/** What is typed, and the search for the work that it means. */
function useSearch() {
	const [text, setText] = useState('');
	const [scheme, setScheme] = useState('');
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState<RequestFailure>();
	const find = async (chosen: string) => {
		const wanted = text.trim();
		if (wanted === '') {
			setFailure(new RequestFailure('Type or paste an identifier first.', { status: 400 }));
			return;
		}
		setBusy(true);
		setFailure(undefined);
		try {
			const { ID, IDScheme } = await findObject(wanted, chosen || undefined);
			setText('');
			setScheme('');
			goTo(objectView(IDScheme, ID));
		} catch (error) {
			setFailure(error instanceof RequestFailure ? error : unreachable());
		} finally {
			setBusy(false);
		}
	};
	const type = (typed: string) => {
		setText(typed);
		setFailure(undefined);
	};
	return { text, scheme, busy, failure, type, setScheme, find };
}

function SchemeChoice({
	scheme,
	detected,
	choose,
}: {
	scheme: string;
	detected: readonly string[];
	choose(name: string): void;
}) {
	const others = schemeNames.filter((name) => !detected.includes(name));
	return (
		<select aria-label="Scheme" value={scheme} onChange={(event) => choose(event.currentTarget.value)}>
			<option value="">Detect scheme</option>
			{[...detected, ...others].map((name) => (
				<option key={name} value={name}>
					{schemeTitle(name)}
				</option>
			))}
		</select>
	);
}

function hintOf(text: string, scheme: string): string {
	const [likeliest] = text.trim() === '' ? [] : spellings(text, scheme || undefined);
	if (likeliest === undefined) return '';
	const name = likeliest.scheme ?? detectSchemes(likeliest.id)[0];
	if (name === undefined) return 'No known scheme; it is looked up as it is.';
	const { value } = readIdentifier(likeliest.id, name);
	return `${scheme ? 'Read' : 'Recognised'} as ${schemeTitle(name)}${value === text.trim() ? '' : `: ${value}`}`;
}
