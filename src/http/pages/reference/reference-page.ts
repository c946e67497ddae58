// Writes the reference of the interface for people, from its description in OpenAPI.
import { escapeMarkup } from '../../answers/html.ts';
import { htmlPage } from '../../answers/page.ts';
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

/** What of an OpenAPI document is shown, as far as this program's own has it. */
export type Description = {
	info: { title: string; version: string; description?: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
};

/** Says where the broker is: `address` for commands, `root` for links (it ends in a slash). */
export type ReferencePlace = { address: string; root: string };

/** Writes the page. */
export function referencePage(description: Description, place: ReferencePlace): string {
	const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
	);
	const sections = description.tags.map((tag) => {
		const own = operations.filter(({ tags }) => tags.includes(tag.name));
		return `<h2 id="${tag.name}">${capital(tag.name)}</h2>\n<p>${escapeMarkup(tag.description)}</p>\n${own.map((one) => operationMarkup(one, place)).join('\n')}`;
	});
	const contents = operations.map(
		({ operationId, method, path, summary }) =>
			`<li><a href="#${operationId}"><code>${method} ${escapeMarkup(path)}</code></a> <span class="quiet">${escapeMarkup(summary)}</span></li>`,
	);
	const { info } = description;
	const body = `<h1>The interface of Link Broker ${escapeMarkup(info.version)}</h1>
<p>${escapeMarkup(info.description ?? '')}</p>
<p>Every failure is a problem (RFC 9457) whose <code>type</code> leads to its explanation. The same description for programs, in OpenAPI, is at <a href="${place.root}api/openapi.json"><code>/api/openapi.json</code></a>.</p>
<p>The examples ask this broker. They find something once the links of corner.py are there: <code>link-broker events load examples/cornerpy-*.json</code>.</p>
<ul>
${contents.join('\n')}
</ul>
${sections.join('\n')}
<h2 id="shapes">Shapes</h2>
${Object.entries(description.components.schemas).map(shapeMarkup).join('\n')}`;
	return htmlPage({ title: 'Interface', body, root: place.root, script: 'run-examples.js' });
}

function operationMarkup(operation: Operation & { path: string; method: string }, place: ReferencePlace): string {
	const { operationId, method, path, summary, description, security, parameters = [], requestBody } = operation;
	const parts = [
		`<section aria-labelledby="${operationId}">`,
		`<h3 id="${operationId}"><span class="method">${method}</span> <code>${escapeMarkup(path)}</code></h3>`,
		`<p>${escapeMarkup(summary)}. ${escapeMarkup(description ?? '')}</p>`,
		security ? `<p class="quiet">Needs ${security.flatMap(Object.keys).map(securityName).join(' or ')}.</p>` : '',
		parameters.length > 0 ? parameterTable(parameters) : '',
		requestBody ? `<h4>Body</h4>${contentMarkup(requestBody.content)}` : '',
		`<h4>Answers</h4>${answerTable(operation.responses, place)}`,
		answerExamples(operation.responses),
		...(examples[operationId] ?? []).map((example) => exampleMarkup(example, place)),
		...(commands[operationId] ?? []).map(
			({ title, command }) =>
				`<p>${escapeMarkup(title)}:</p><pre class="command" tabindex="0" data-root="${escapeMarkup(place.address)}">${escapeMarkup(command.replaceAll('{root}', place.address))}</pre>`,
		),
		'</section>',
	];
	return parts.filter((part) => part !== '').join('\n');
}

function securityName(scheme: string): string {
	return scheme === 'session' ? 'a session' : 'an access token';
}

function exampleMarkup({ title, path, accept }: Example, { root }: ReferencePlace): string {
	const accepted = accept ? ` data-accept="${escapeMarkup(accept)}"` : '';
	const told = accept ? ` <code class="quiet">Accept: ${escapeMarkup(accept)}</code>` : '';
	return `<div class="example"${accepted}><span>${escapeMarkup(title)}</span> <a href="${escapeMarkup(root + path)}"><code>/${escapeMarkup(path)}</code></a>${told}</div>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
	const rows = parameters.map(({ name, in: place, required, schema }) => {
		const notes = [required ? 'required' : '', place === 'query' ? '' : `in the ${place}`].filter(Boolean).join(', ');
		return [`<code>${escapeMarkup(name)}</code>`, typeMarkup(schema), notes, escapeMarkup(schema.description ?? '')];
	});
	return `<h4>Parameters</h4>${table(['Name', 'Type', 'Note', 'Meaning'], rows)}`;
}

function answerTable(responses: Operation['responses'], place: ReferencePlace): string {
	const rows = Object.entries(responses).map(([status, { description, content = {} }]) => [
		status,
		Number(status) < 400 ? escapeMarkup(description) : problemLinks(content, place),
		Object.entries(content)
			.map(([mediaType, { schema }]) => `<code>${escapeMarkup(mediaType)}</code>: ${typeMarkup(schema)}`)
			.join('<br>'),
	]);
	return table(['Status', 'Meaning', 'Content'], rows);
}

/** Every code of a status is an example of its problem. */
function problemLinks(content: Content, { root }: ReferencePlace): string {
	const codes = Object.values(content).flatMap(({ examples: shown = {} }) => Object.keys(shown));
	return codes
		.map((code) => `<a href="${root}problems/${escapeMarkup(code)}"><code>${escapeMarkup(code)}</code></a>`)
		.join(', ');
}

function answerExamples(responses: Operation['responses']): string {
	const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
		Number(status) < 400 ? [content] : [],
	);
	return contents.map(examplesOf).join('');
}

function contentMarkup(content: Content): string {
	const shapes = Object.entries(content).map(
		([mediaType, { schema }]) => `<li><code>${escapeMarkup(mediaType)}</code>: ${typeMarkup(schema)}</li>`,
	);
	return `<ul>${shapes.join('')}</ul>${examplesOf(content)}`;
}

/** Shows each example once, however many media types share it. */
function examplesOf(content: Content): string {
	const shown = new Map<string, string>();
	for (const [mediaType, { example }] of Object.entries(content)) {
		if (example === undefined) continue;
		const text = JSON.stringify(example, undefined, 2);
		if (!shown.has(text)) shown.set(text, mediaType);
	}
	return [...shown]
		.map(
			([text, mediaType]) =>
				`<p>Such as, in <code>${escapeMarkup(mediaType)}</code>:</p><pre tabindex="0">${escapeMarkup(text)}</pre>`,
		)
		.join('\n');
}

function shapeMarkup([name, schema]: [string, Schema]): string {
	const { properties } = schema;
	const rows = Object.entries(properties ?? {}).map(([field, inner]) => [
		`<code>${escapeMarkup(field)}</code>`,
		typeMarkup(inner),
		schema.required?.includes(field) ? 'always' : '',
		escapeMarkup(inner.description ?? ''),
	]);
	const shape = properties ? table(['Field', 'Type', 'There', 'Meaning'], rows) : `<p>${typeMarkup(schema)}</p>`;
	const meaning = schema.description ? `<p>${escapeMarkup(schema.description)}</p>` : '';
	return `<h3 id="shape-${escapeMarkup(name)}">${escapeMarkup(name)}</h3>\n${meaning}${shape}`;
}

function typeMarkup(schema: Schema): string {
	if (schema.$ref !== undefined) {
		const name = escapeMarkup(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
		return `<a href="#shape-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return literal(schema.const);
	if (schema.enum) return schema.enum.map(literal).join(', ');
	const either = schema.anyOf ?? schema.oneOf;
	if (either) return [...new Set(either.map(typeMarkup))].join(' or ');
	if (schema.items) return `list of ${typeMarkup(schema.items)}`;
	if (schema.properties) {
		const fields = Object.entries(schema.properties).map(
			([name, inner]) => `<code>${escapeMarkup(name)}</code> (${typeMarkup(inner)})`,
		);
		return `object of ${fields.join(', ')}`;
	}
	const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
	return escapeMarkup(schema.format ? `${type} (${schema.format})` : type);
}

function literal(value: unknown): string {
	return `<code>${escapeMarkup(String(value))}</code>`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
	const head = header.map((cell) => `<th scope="col">${cell}</th>`).join('');
	const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
	// A narrow window scrolls a table sideways, by the keyboard, too.
	return `<table tabindex="0"><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
