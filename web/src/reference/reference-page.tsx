// The reference of the API for people, drawn from its OpenAPI description.
import type { ComponentChildren } from 'preact';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { useHead } from '../site/page-head.ts';
import { sitePath } from '../site/site.ts';
import { commands, type Example, examples } from './reference-examples.ts';

type Schema = {
	$ref?: string;
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	format?: string;
	description?: string;
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
};
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, unknown> }>;
type Operation = {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	security?: Record<string, unknown>[];
	parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
	requestBody?: { content: Content };
	responses: Record<string, { description: string; content?: Content }>;
};

/** The shown parts of this program's OpenAPI document. */
export type Description = {
	info: { title: string; version: string; description?: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
};

type PlacedOperation = Operation & { path: string; method: string };

/** Renders the page; `address` is that of the broker, for commands. */
export function ReferencePage({ description, address }: { description: Description; address: string }) {
	const { info, tags, paths, components } = description;
	const title = `The API of Link Broker ${info.version}`;
	useHead({ title: 'API', description: title, canonical: sitePath('/docs') });
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
	);
	return (
		<main id="content" class="reference">
			<h1>{title}</h1>
			<p>{info.description}</p>
			<p>
				Every error is a problem (RFC 9457); its <code>type</code> links to an explanation. The OpenAPI description is
				at{' '}
				<a href={sitePath('/api/openapi.json')}>
					<code>/api/openapi.json</code>
				</a>
				.
			</p>
			<p>
				The examples query this broker. They return results once the links of corner.py are loaded:{' '}
				<code>link-broker events load examples/cornerpy-*.json</code>.
			</p>
			<ul>
				{operations.map(({ operationId, method, path, summary }) => (
					<li key={operationId}>
						<a href={`#${operationId}`}>
							<code>
								{method} {path}
							</code>
						</a>{' '}
						<span class="quiet">{summary}</span>
					</li>
				))}
			</ul>
			{tags.map(({ name, description }) => (
				<>
					<h2 id={name}>{name.charAt(0).toUpperCase() + name.slice(1)}</h2>
					<p>{description}</p>
					{operations
						.filter(({ tags }) => tags.includes(name))
						.map((operation) => (
							<OperationSection key={operation.operationId} operation={operation} address={address} />
						))}
				</>
			))}
			<h2 id="schemas">Schemas</h2>
			{Object.entries(components.schemas).map(([name, schema]) => (
				<Shape key={name} name={name} schema={schema} />
			))}
		</main>
	);
}

function OperationSection({ operation, address }: { operation: PlacedOperation; address: string }) {
	const { operationId, method, path, summary, description, security, parameters = [], requestBody } = operation;
	return (
		<section aria-labelledby={operationId}>
			<h3 id={operationId}>
				<span class="method">{method}</span> <code>{path}</code>
			</h3>
			<p>
				{summary}. {description}
			</p>
			{security && <p class="quiet">Needs {security.flatMap(Object.keys).map(securityName).join(' or ')}.</p>}
			{parameters.length > 0 && <Parameters of={`${method} ${path}`} parameters={parameters} />}
			{requestBody && (
				<>
					<h4>Body</h4>
					<ul>
						{Object.entries(requestBody.content).map(([mediaType, { schema }]) => (
							<li key={mediaType}>
								<code>{mediaType}</code>: <Type schema={schema} />
							</li>
						))}
					</ul>
					<ContentExamples content={requestBody.content} />
				</>
			)}
			<h4>Responses</h4>
			<Responses of={`${method} ${path}`} responses={operation.responses} />
			{(examples[operationId] ?? []).map((example) => (
				<ExampleRequest key={example.path} example={example} />
			))}
			{(commands[operationId] ?? []).map(({ title, command }) => (
				<>
					<p>{title}:</p>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it (WCAG 2.1.1) */}
					<pre class="command" tabIndex={0} data-root={address}>
						{command.replaceAll('{root}', address)}
					</pre>
				</>
			))}
		</section>
	);
}

function securityName(scheme: string): string {
	return scheme === 'session' ? 'a session' : 'an access token';
}

function ExampleRequest({ example: { title, path, accept } }: { example: Example }) {
	return (
		<div class="example" data-accept={accept}>
			<span>{title}</span>{' '}
			<a href={sitePath(`/${path}`)}>
				<code>/{path}</code>
			</a>
			{accept && <code class="quiet"> Accept: {accept}</code>}
		</div>
	);
}

type ParametersProps = { of: string; parameters: NonNullable<Operation['parameters']> };

function Parameters({ of, parameters }: ParametersProps) {
	const rows = parameters.map(({ name, in: place, required, schema }) => [
		<code key="name">{name}</code>,
		<Type key="type" schema={schema} />,
		[required ? 'required' : '', place === 'query' ? '' : `in the ${place}`].filter(Boolean).join(', '),
		schema.description ?? '',
	]);
	return (
		<>
			<h4>Parameters</h4>
			<Table label={`Parameters of ${of}`} heads={['Name', 'Type', 'Note', 'Meaning']} rows={rows} />
		</>
	);
}

/** Every code of a status is an example of its problem. */
function Responses({ of, responses }: Pick<Operation, 'responses'> & { of: string }) {
	const answers = Object.entries(responses);
	const rows = answers.map(([status, { description, content = {} }]) => [
		status,
		Number(status) < 400 ? description : <ProblemLinks key="problems" content={content} />,
		Object.entries(content).map(([mediaType, { schema }], at) => (
			<>
				{at > 0 && <br />}
				<code>{mediaType}</code>: <Type schema={schema} />
			</>
		)),
	]);
	return (
		<>
			<Table label={`Responses of ${of}`} heads={['Status', 'Meaning', 'Content']} rows={rows} />
			{answers.map(
				([status, { content = {} }]) => Number(status) < 400 && <ContentExamples key={status} content={content} />,
			)}
		</>
	);
}

function ProblemLinks({ content }: { content: Content }) {
	const codes = Object.values(content).flatMap(({ examples: shown = {} }) => Object.keys(shown));
	return (
		<>
			{codes.map((code, at) => (
				<>
					{at > 0 && ', '}
					<a href={sitePath(`/problems/${code}`)}>
						<code>{code}</code>
					</a>
				</>
			))}
		</>
	);
}

/** Shows each example once, however many media types share it. */
function ContentExamples({ content }: { content: Content }) {
	const shown = new Map<string, string>();
	for (const [mediaType, { example }] of Object.entries(content)) {
		if (example === undefined) continue;
		const text = JSON.stringify(example, undefined, 2);
		if (!shown.has(text)) shown.set(text, mediaType);
	}
	return (
		<>
			{[...shown].map(([text, mediaType]) => (
				<>
					<p>
						Example (<code>{mediaType}</code>):
					</p>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it (WCAG 2.1.1) */}
					<pre tabIndex={0}>{text}</pre>
				</>
			))}
		</>
	);
}

function Shape({ name, schema }: { name: string; schema: Schema }) {
	const { properties, required = [], description } = schema;
	const rows = Object.entries(properties ?? {}).map(([field, inner]) => [
		<code key="field">{field}</code>,
		<Type key="type" schema={inner} />,
		required.includes(field) ? 'always' : '',
		inner.description ?? '',
	]);
	return (
		<>
			<h3 id={`schema-${name}`}>{name}</h3>
			{description && <p>{description}</p>}
			{properties ? (
				<Table label={`Fields of ${name}`} heads={['Field', 'Type', 'Present', 'Meaning']} rows={rows} />
			) : (
				<p>
					<Type schema={schema} />
				</p>
			)}
		</>
	);
}

function Type({ schema }: { schema: Schema }) {
	const { $ref, enum: values, anyOf, oneOf, items, properties, format } = schema;
	if ($ref !== undefined) {
		const name = $ref.slice($ref.lastIndexOf('/') + 1);
		return <a href={`#schema-${name}`}>{name}</a>;
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

type TableProps = { label: string; heads: readonly string[]; rows: readonly ComponentChildren[][] };

function Table({ label, heads, rows }: TableProps) {
	return (
		<ScrollingTable label={label} tall>
			<thead>
				<tr>
					{heads.map((head) => (
						<th key={head} scope="col">
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((cells, row) => (
					<tr key={row}>
						{cells.map((cell, column) => (
							<td key={column}>{cell}</td>
						))}
					</tr>
				))}
			</tbody>
		</ScrollingTable>
	);
}
