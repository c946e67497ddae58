// A form that asks for another view of the same page: what its fields do not say stays.
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type View, writeView } from '../address/address.ts';

type Props = {
	/** What is shown now, from its first page on. */
	view: View;
	/** The names of the fields: parameters of the address. */
	names: readonly string[];
	/** `at-once`: the script sends it as soon as a field changes. */
	class?: string;
	children: ComponentChildren;
};

/** Renders a GET form with these fields, and hidden ones for the rest of the address. */
export function ViewForm({ view, names, children, ...look }: Props) {
	const [path, query] = writeView(view).split('?');
	const others = [...new URLSearchParams(query)].filter(([name]) => !names.includes(name));
	return (
		<form action={path} {...look}>
			{others.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
		</form>
	);
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { value: string };

/** Renders a text field of such a form: it holds what the address says until something is typed. */
export function ViewField({ value, ...field }: FieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const shown = useRef(value);
	useEffect(() => {
		// What was typed before the script came stays.
		if (input.current && shown.current !== value) input.current.value = value;
		shown.current = value;
	}, [value]);
	return <input {...field} defaultValue={value} ref={input} />;
}
