// An operation of the API with its parameters, bodies, responses and examples.
import { sitePath } from '../site/site.ts';
import type { Content, PlacedOperation } from './description.ts';
import { NamesTable } from './names-table.tsx';
import { commands, type Example, examples } from './reference-examples.ts';
import { Type } from './schema-section.tsx';

/** Renders an operation; `address` is that of the broker, for commands. */
export function OperationSection({ operation, address }: { operation: PlacedOperation; address: string }) {
	const { operationId, method, path, summary, description, security, parameters = [], requestBody } = operation;
	return (
		<section aria-labelledby={operationId}>
			<h2 id={operationId}>
				<span class="method">{method}</span> <code>{path}</code>
			</h2>
			<p>
				{summary}. {description}
			</p>
			{security && <p class="quiet">Needs {security.flatMap(Object.keys).map(securityName).join(' or ')}.</p>}
			{parameters.length > 0 && <Parameters of={`${method} ${path}`} parameters={parameters} />}
			{requestBody && (
				<>
					<h3>Body</h3>
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
			<h3>Responses</h3>
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

type ParametersProps = { of: string; parameters: NonNullable<PlacedOperation['parameters']> };

function Parameters({ of, parameters }: ParametersProps) {
	const rows = parameters.map(({ name, in: place, required, schema }) => [
		<code key="name">{name}</code>,
		<Type key="type" schema={schema} />,
		[required ? 'required' : '', place === 'query' ? '' : `in the ${place}`].filter(Boolean).join(', '),
		schema.description ?? '',
	]);
	return (
		<>
			<h3>Parameters</h3>
			<NamesTable label={`Parameters of ${of}`} heads={['Name', 'Type', 'Note', 'Meaning']} rows={rows} />
		</>
	);
}

/** Every code of a status is an example of its problem. */
function Responses({ of, responses }: Pick<PlacedOperation, 'responses'> & { of: string }) {
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
			<NamesTable label={`Responses of ${of}`} heads={['Status', 'Meaning', 'Content']} rows={rows} />
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
