// Writes declarations of types in TypeScript. Knows nothing of OpenAPI.
import { type Declaration, type Field, type Type, wrapped } from './declarations.ts';

const head = `// Types of what the broker is sent and answers. Written by \`npm run clients:types\` from its OpenAPI
// description: change that, not this.
`;

/** Writes all declarations as one module. */
export function typescriptTypes(declarations: readonly Declaration[]): string {
	return [head, ...declarations.map(declarationText)].join('\n');
}

function declarationText(declaration: Declaration): string {
	const { name, description } = declaration;
	const comment = commentText(description, '');
	if (declaration.is === 'alias') return comment + aliasText(name, declaration.type);
	// Names of parameters are those of options, which are written as TypeScript does.
	const named = declaration.is === 'parameters' ? camel : (name: string) => name;
	const fields = declaration.fields.map((field) => fieldText(field, named(field.name)));
	return `${comment}export type ${name} = {\n${fields.join('')}};\n`;
}

function aliasText(name: string, type: Type): string {
	return statementText(`export type ${name} =`, type, '');
}

function fieldText({ type, optional, description }: Field, name: string): string {
	return commentText(description, '\t') + statementText(`\t${name}${optional ? '?' : ''}:`, type, '\t');
}

/** Breaks a line that is too long as the formatter does; it counts a tab as two columns. */
function statementText(begin: string, type: Type, indent: string): string {
	const line = `${begin} ${typeText(type)};\n`;
	if (line.length + indent.length <= 121) return line;
	const members = typeText(type).split(' | ');
	return `${begin}\n${members.map((one) => `${indent}\t| ${one}`).join('\n')};\n`;
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
