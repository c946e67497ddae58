// What is asked of the broker about two identifiers, and in which shape; knows no page.
import type { Why } from '../../../clients/typescript/src/schemas.ts';
import type { ExplainView } from '../address/explain-view.ts';
import { queryOf } from '../address/parts.ts';
import { askJson } from './broker-api.ts';

/** Asks why two identifiers are one work, versions of one, or linked. Fails with RequestFailure. */
export async function askWhy(view: ExplainView): Promise<Why> {
	return (await askJson(whyAddress(view))) as Why;
}

/** Writes the address of that question. */
export function whyAddress({ id, scheme, other, otherScheme }: ExplainView): string {
	return `/api/why${queryOf({ id, scheme, other, other_scheme: otherScheme })}`;
}
