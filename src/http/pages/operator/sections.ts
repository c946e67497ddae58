// The pages for operators by their names; knows no content.
import type { SectionName } from './operator-words.ts';
import type { OperatorSection } from './section.ts';
import { audit } from './sections/audit.ts';
import { dumps } from './sections/dumps.ts';
import { harvests } from './sections/harvests.ts';
import { tokens } from './sections/tokens.ts';
import { users } from './sections/users.ts';

const all: Readonly<Partial<Record<SectionName, OperatorSection>>> = {
	tokens,
	users,
	harvests,
	dumps,
	audit,
};

/** Finds a page by its name. */
export const sections: ReadonlyMap<string, OperatorSection> = new Map(Object.entries(all));
