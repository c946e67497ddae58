// Writes declarations of types in TypeScript.
import { type Declaration, type Field, type Type, wrapped } from './declarations.ts';

const head = `// Types of what the broker is sent and answers. Written by \`npm run clients:types\` from its OpenAPI
// description: change that, not this.
`;

/** Writes all declarations as one module; `imported` are names of `schemas.ts`. */
export function typescriptTypes(declarations: readonly Declaration[], imported: readonly string[] = []): string {
	const imports = imported.length === 0 ? [] : [`import type { ${imported.join(', ')} } from './schemas.ts';\n`];
	return [head, ...imports, ...declarations.map(declarationText)].join('\n');
}

function declarationText(declaration: Declaration): string {
	const { name, description } = declaration;
	const comment = commentText(description, '');
	if (declaration.is === 'alias')
		return comment + statementText(`export type ${name} =`, typeText(declaration.type), '');
	const fields = declaration.fields.map(declaration.is === 'parameters' ? parameterText : fieldText);
	return `${comment}export type ${name} = {\n${fields.join('')}};\n`;
}

function fieldText({ name, type, optional, description }: Field): string {
	const written = /^[\w$]+$/.test(name) ? name : `'${name}'`;
	return commentText(description, '\t') + statementText(`\t${written}${optional ? '?' : ''}:`, typeText(type), '\t');
}

/** Names of parameters are those of options, as TypeScript writes them; undefined is as good as left out. */
function parameterText({ name, type, optional, description }: Field): string {
	const begin = `\t${camel(name)}${optional ? '?' : ''}:`;
	const text = optional ? `${typeText(type)} | undefined` : typeText(type);
	return commentText(description, '\t') + statementText(begin, text, '\t');
}

/** Breaks a line that is too long as the formatter does; it counts a tab as two columns. */
function statementText(begin: string, type: string, indent: string): string {
	const line = `${begin} ${type};\n`;
	if (line.length + indent.length <= 121) return line;
	const members = type.split(/ \| (?![^(]*\))/);
	return `${begin}\n${members.map((one) => memberText(one, `${indent}\t`)).join('\n')};\n`;
}

/** Writes a member of a union; a list of a long union has lines of its own. */
function memberText(type: string, indent: string): string {
	const line = `${indent}| ${type}`;
	const inner = /^\((.*)\)\[\]$/.exec(type)?.[1];
	if (inner === undefined || line.length + indent.length <= 121) return line;
	const lines = inner.split(' | ').map((one) => `${indent}\t\t| ${one}\n`);
	return `${indent}| (\n${lines.join('')}${indent}  )[]`;
}

function typeText(type: Type): string {
	switch (type.kind) {
		case 'text':
			return 'string';
		case 'integer':
		case 'number':
			return 'number';
		case 'boolean':
		case 'flag':
			return 'boolean';
		case 'null':
			return 'null';
		case 'anything':
			return 'unknown';
		case 'literals':
			return type.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
		case 'list':
			return type.of.kind === 'either' || type.of.kind === 'literals'
				? `(${typeText(type.of)})[]`
				: `${typeText(type.of)}[]`;
		case 'map':
			return `Record<string, ${typeText(type.of)}>`;
		case 'either':
			return type.of.map(typeText).join(' | ');
		case 'named':
			return type.name;
	}
}

function commentText(description: string | undefined, indent: string): string {
	if (description === undefined) return '';
	const text = description.replaceAll('*/', '*\\/');
	const line = `${indent}/** ${text} */`;
	if (line.length <= 100) return `${line}\n`;
	const lines = wrapped(text, `${indent} * `).map((one) => `${indent} * ${one}\n`);
	return `${indent}/**\n${lines.join('')}${indent} */\n`;
}

/** Writes a name of a parameter as an option: `group_by` as `groupBy`. */
function camel(name: string): string {
	return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
