// Numbers in paths, such as those of harvests and subscriptions.
import { z } from '@hono/zod-openapi';
import type { BrokerError } from '../../errors.ts';

// The records have no higher numbers.
const shape = /^[1-9][0-9]{0,14}$/;

/** Describes a number in a path. */
export function pathNumber(described: { example: string; description?: string }) {
	return z.string().openapi({ pattern: shape.source, ...described });
}

/** Reads one; fails as `unknown` has it where the text is none. */
export function readPathNumber(text: string, unknown: (text: string) => BrokerError): number {
	if (shape.test(text)) return Number(text);
	throw unknown(text);
}
