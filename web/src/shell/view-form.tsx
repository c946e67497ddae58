// A GET form that changes the view of a page; parameters without a field stay.
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type View, writeView } from '../address/address.ts';

type Props = {
	/** The current view, at its first page. */
	view: View;
	/** The names of the fields: parameters of the address. */
	names: readonly string[];
	/** `at-once`: the script sends it as soon as a field changes. */
	class?: string;
	children: ComponentChildren;
};

/** Renders the form, with hidden fields for the other parameters of the address. */
export function ViewForm({ view, names, children, ...look }: Props) {
	const [path, query] = writeView(view).split('?');
	return (
		<form action={path} {...look}>
			<HiddenFields query={query} except={names} />
			{children}
		</form>
	);
}

/** Renders the parameters of a query as hidden fields, `except` those with these names. */
export function HiddenFields({ query, except = [] }: { query: string | undefined; except?: readonly string[] }) {
	const others = [...new URLSearchParams(query)].filter(([name]) => !except.includes(name));
	return (
		<>
			{others.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
		</>
	);
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { value: string };

/** Renders a text field with the value of the address, until the user types. */
export function ViewField({ value, ...field }: FieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const shown = useRef(value);
	useEffect(() => {
		// Keep what was typed before the script was loaded.
		if (input.current && shown.current !== value) input.current.value = value;
		shown.current = value;
	}, [value]);
	return <input {...field} defaultValue={value} ref={input} />;
}
