// Writes declarations of types in Python, as TypedDicts.
import { type Declaration, type Field, type Type, wrapped } from './declarations.ts';

const head = `"""Types of what the broker is sent and answers.

Written by \`\`npm run clients:types\`\` from its OpenAPI description: change that, not this.
"""

import sys
from typing import Dict, List, Literal, Optional, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired
`;

/** Writes all declarations as one module; parameters are written by hand, where they are asked for. */
export function pythonTypes(declarations: readonly Declaration[]): string {
	const texts = declarations.flatMap((declaration) =>
		declaration.is === 'parameters' ? [] : [declarationText(declaration)],
	);
	const names = declarations.flatMap(({ name, is }) => (is === 'parameters' ? [] : [`    "${name}",\n`]));
	const all = `__all__ = [\n${names.join('')}]\n`;
	return [head, all, ...texts.map((text) => `\n${text}`)].join('\n');
}

function declarationText(declaration: Exclude<Declaration, { is: 'parameters' }>): string {
	const { name, description } = declaration;
	if (declaration.is === 'alias') return `${name} = ${typeText(declaration.type)}\n${docText(description, '')}`;
	const doc = docText(description, '    ');
	return `class ${name}(TypedDict):\n${doc && `${doc}\n`}${declaration.fields.map(fieldText).join('')}`;
}

function fieldText({ name, type, optional, description }: Field): string {
	const written = optional ? `NotRequired[${typeText(type)}]` : typeText(type);
	return `    ${name}: ${written}\n${docText(description, '    ')}`;
}

function typeText(type: Type): string {
	switch (type.kind) {
		case 'text':
			return 'str';
		case 'integer':
			return 'int';
		case 'number':
			return 'float';
		case 'boolean':
		case 'flag':
			return 'bool';
		case 'null':
			return 'None';
		case 'anything':
			return 'object';
		case 'literals':
			return `Literal[${type.values.map(literalText).join(', ')}]`;
		case 'list':
			return `List[${typeText(type.of)}]`;
		case 'map':
			return `Dict[str, ${typeText(type.of)}]`;
		case 'either':
			return eitherText(type.of);
		case 'named':
			return type.name;
	}
}

function literalText(value: string | boolean): string {
	if (typeof value === 'string') return JSON.stringify(value);
	return value ? 'True' : 'False';
}

function eitherText(types: readonly Type[]): string {
	const others = types.filter(({ kind }) => kind !== 'null').map(typeText);
	const inner = others.length === 1 ? String(others[0]) : `Union[${others.join(', ')}]`;
	return others.length < types.length ? `Optional[${inner}]` : inner;
}

function docText(description: string | undefined, indent: string): string {
	if (description === undefined) return '';
	const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
	return `${indent}"""${wrapped(`${text}"""`, `${indent}"""`).join(`\n${indent}`)}\n`;
}
