// The forms of the administration pages: each carries the CSRF token of the session, and keeps its
// values after a refusal.
import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../../clients/typescript/src/operator-schemas.ts';
import { writeView } from '../address/address.ts';
import { useView } from '../navigation.ts';
import { isShownOnce, usePosted } from '../posting/posted.ts';
import { ViewForm } from '../shell/view-form.tsx';

/** The session; undefined if nobody is signed in, and on pages without a session. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The name of the form around a field, and its values after a refusal. */
type Filling = { form: string; filled: Readonly<Record<string, readonly string[]>> | undefined };
const FillingContext = createContext<Filling>({ form: '', filled: undefined });

/** Returns the values of the form around a component after a refusal. */
export function useFilled(): Filling['filled'] {
	return useContext(FillingContext).filled;
}

type FormProps = {
	/** Without a name, its buttons name the form that they send (`name="form"`). */
	name?: string;
	/** Hidden fields; they distinguish several forms of one name. */
	fields?: Readonly<Record<string, string>>;
	encType?: 'multipart/form-data';
	children: ComponentChildren;
} & Pick<JSX.IntrinsicElements['form'], 'class' | 'aria-label' | 'onSubmit' | 'onKeyDown'>;

/** Renders a form that is sent to its own page. */
export function OperatorForm({ name, fields = {}, children, ...attributes }: FormProps) {
	const view = useView();
	const session = useContext(SessionContext);
	const posted = usePosted();
	const form = useRef<HTMLFormElement>(null);
	const isThisForm = Object.entries(fields).every(([field, value]) => posted?.filled[field]?.[0] === value);
	const isPosted = posted !== undefined && (name === undefined || posted.form === name) && isThisForm;
	const hasCreated = isPosted && isShownOnce(posted.answer);
	useEffect(() => {
		if (hasCreated) form.current?.reset();
	}, [posted]);
	const all = {
		...(name !== undefined && { form: name }),
		...(session && { csrf_token: session.csrf_token }),
		...fields,
	};
	return (
		<form method="post" action={writeView(view)} ref={form} {...attributes}>
			{Object.entries(all).map(([field, value]) => (
				<input key={field} type="hidden" name={field} value={value} />
			))}
			<FillingContext.Provider
				value={{ form: name ?? 'form', filled: isPosted && !hasCreated ? posted.filled : undefined }}
			>
				{children}
			</FillingContext.Provider>
		</form>
	);
}

type FieldProps = {
	name: string;
	label: ComponentChildren;
	/** The note below the field. */
	note?: ComponentChildren;
	/** The initial value. */
	initially?: string;
	type?: 'text' | 'email' | 'password' | 'date';
	required?: boolean;
	maxLength?: number;
	placeholder?: string;
	autocomplete?: 'off' | 'username' | 'organization' | 'current-password' | 'new-password';
	spellcheck?: boolean;
};

/** Renders a field with its label; passwords are never filled in. */
export function Field({ name, label, note, initially, type = 'text', ...input }: FieldProps) {
	const { form, filled } = useContext(FillingContext);
	const id = `${form}-${name}`;
	const value = type === 'password' ? undefined : filled ? filled[name]?.[0] : initially;
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<input
				id={id}
				name={name}
				// The types of preact allow roles by the type of an input, which is variable here.
				type={type as 'text'}
				defaultValue={value ?? ''}
				{...input}
				aria-describedby={note === undefined ? undefined : `${id}-note`}
			/>
			{note !== undefined && (
				<p class="note" id={`${id}-note`}>
					{note}
				</p>
			)}
		</div>
	);
}

type ActProps = {
	/** The name of the form. */
	form: string;
	/** The text of the button. */
	does: string;
	/** The object of the action, for screen readers. */
	what?: string;
	fields?: Readonly<Record<string, string>>;
};

/** Renders a button that acts at once. */
export function ActButton({ form, does, what, fields }: ActProps) {
	return (
		<OperatorForm name={form} {...(fields && { fields })}>
			<button type="submit">
				{does}
				<HiddenObject what={what} />
			</button>
		</OperatorForm>
	);
}

function HiddenObject({ what }: { what: string | undefined }) {
	return what === undefined ? null : <span class="visually-hidden"> {what}</span>;
}

/** Renders a button that first opens a question with the button that acts. */
export function Confirmed({ question, confirms, ...act }: ActProps & { question: string; confirms?: string }) {
	return (
		<details class="confirmed">
			<summary class="button">
				{act.does}
				<HiddenObject what={act.what} />
			</summary>
			<p>{question}</p>
			<ActButton {...act} does={confirms ?? `${act.does} it`} />
		</details>
	);
}

/** Renders the refresh button; the script refreshes without a page load. */
export function Refresh({ again }: { again(): void }) {
	return (
		<div
			onSubmit={(event) => {
				event.preventDefault();
				again();
			}}
		>
			<ViewForm view={useView()} names={[]}>
				<button type="submit">Refresh</button>
			</ViewForm>
		</div>
	);
}
