// A schema of the API with its fields, and types as they are written in tables.
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { AnchorAddress, schemaAnchor } from './anchors.ts';
import { type Schema, schemaName } from './description.ts';
import { NamesTable } from './names-table.tsx';

/** Renders a schema with its fields. */
export function SchemaSection({ name, schema }: { name: string; schema: Schema }) {
	const { properties, required = [], description } = schema;
	const rows = Object.entries(properties ?? {}).map(([field, inner]) => [
		<code key="field">{field}</code>,
		<Type key="type" schema={inner} />,
		required.includes(field) ? 'always' : '',
		inner.description ?? '',
	]);
	return (
		<>
			<h2 id={schemaAnchor(name)}>
				<code>{name}</code>
			</h2>
			{description && <p>{description}</p>}
			{properties ? (
				<NamesTable label={`Fields of ${name}`} heads={['Field', 'Type', 'Present', 'Meaning']} rows={rows} />
			) : (
				<p>
					<Type schema={schema} />
				</p>
			)}
		</>
	);
}

/** Renders the type of a value; schemas are links. */
export function Type({ schema }: { schema: Schema }) {
	const { $ref, enum: values, anyOf, oneOf, items, properties, format } = schema;
	const addressOf = useContext(AnchorAddress);
	if ($ref !== undefined) {
		const name = schemaName($ref);
		return (
			<a href={addressOf(schemaAnchor(name))}>
				<code>{name}</code>
			</a>
		);
	}
	if (schema.const !== undefined) return <code>{String(schema.const)}</code>;
	if (values)
		return (
			<>
				{joined(
					values.map((value) => <code key={String(value)}>{String(value)}</code>),
					', ',
				)}
			</>
		);
	const either = anyOf ?? oneOf;
	if (either) {
		const different = new Map(either.map((one) => [JSON.stringify(one), one]));
		return (
			<>
				{joined(
					[...different].map(([key, one]) => <Type key={key} schema={one} />),
					' or ',
				)}
			</>
		);
	}
	if (items) {
		return (
			<>
				list of <Type schema={items} />
			</>
		);
	}
	if (properties) {
		const fields = Object.entries(properties).map(([name, inner]) => (
			<>
				<code>{name}</code> (<Type schema={inner} />)
			</>
		));
		return <>object of {joined(fields, ', ')}</>;
	}
	const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
	return <>{format ? `${type} (${format})` : type}</>;
}

function joined(parts: readonly ComponentChildren[], separator: string): ComponentChildren[] {
	return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}
