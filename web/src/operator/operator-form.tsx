// The forms of the pages for operators: each proves with the session that it is meant, and stays
// filled in where it was refused.
import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../../clients/typescript/src/operator-schemas.ts';
import { writeView } from '../address/address.ts';
import { useView } from '../navigation.ts';
import { isShownOnce, usePosted } from '../posting/posted.ts';
import { ViewForm } from '../shell/view-form.tsx';

/** Who is signed in; undefined where nobody is, and on pages that do not ask. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The name of the form around a field, and what was filled in where it was refused. */
type Filling = { form: string; filled: Readonly<Record<string, readonly string[]>> | undefined };
const FillingContext = createContext<Filling>({ form: '', filled: undefined });

/** Says what was filled into the form around a component, where that was refused. */
export function useFilled(): Filling['filled'] {
	return useContext(FillingContext).filled;
}

type FormProps = {
	/** Without one, its buttons say which form they send (`name="form"`). */
	name?: string;
	/** What is sent besides, unseen: of several forms of a name, it says which one this is. */
	fields?: Readonly<Record<string, string>>;
	encType?: 'multipart/form-data';
	children: ComponentChildren;
} & Pick<JSX.IntrinsicElements['form'], 'class' | 'aria-label' | 'onSubmit' | 'onKeyDown'>;

/** Renders a form by its name on the page; it is sent to the page that it is on. */
export function OperatorForm({ name, fields = {}, children, ...attributes }: FormProps) {
	const view = useView();
	const session = useContext(SessionContext);
	const posted = usePosted();
	const form = useRef<HTMLFormElement>(null);
	const isMeant = Object.entries(fields).every(([field, value]) => posted?.filled[field]?.[0] === value);
	const isPosted = posted !== undefined && (name === undefined || posted.form === name) && isMeant;
	const hasMade = isPosted && isShownOnce(posted.answer);
	useEffect(() => {
		if (hasMade) form.current?.reset();
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
				value={{ form: name ?? 'form', filled: isPosted && !hasMade ? posted.filled : undefined }}
			>
				{children}
			</FillingContext.Provider>
		</form>
	);
}

type FieldProps = {
	name: string;
	label: ComponentChildren;
	/** What stands below it. */
	note?: ComponentChildren;
	/** What is filled in at first. */
	initially?: string;
	type?: 'text' | 'email' | 'password' | 'date';
	required?: boolean;
	maxLength?: number;
	placeholder?: string;
	autocomplete?: 'off' | 'username' | 'organization' | 'current-password' | 'new-password';
	spellcheck?: boolean;
};

/** Renders a field with its label; passwords are not filled in again. */
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
				// What roles an input may have depends on its type, which is not known here.
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
	/** What the button says. */
	does: string;
	/** To what, for those who hear the button alone. */
	what?: string;
	fields?: Readonly<Record<string, string>>;
};

/** Renders a button that does something at once. */
export function ActButton({ form, does, what, fields }: ActProps) {
	return (
		<OperatorForm name={form} {...(fields && { fields })}>
			<button type="submit">
				{does}
				<Heard what={what} />
			</button>
		</OperatorForm>
	);
}

function Heard({ what }: { what: string | undefined }) {
	return what === undefined ? null : <span class="visually-hidden"> {what}</span>;
}

/** Renders a button behind another one, which opens what follows from it. */
export function Confirmed({ question, confirms, ...act }: ActProps & { question: string; confirms?: string }) {
	return (
		<details class="confirmed">
			<summary class="button">
				{act.does}
				<Heard what={act.what} />
			</summary>
			<p>{question}</p>
			<ActButton {...act} does={confirms ?? `${act.does} it`} />
		</details>
	);
}

/** Renders the button that shows anew what changes by itself; a script asks without loading. */
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
