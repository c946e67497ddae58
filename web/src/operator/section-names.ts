// What the pages for operators are called, and who has which.

/** Names the pages in the order of their navigation. */
export const sectionTitle = {
	events: 'Events',
	submit: 'Submit a table',
	tokens: 'Your tokens',
	password: 'Your password',
	users: 'Users and roles',
	status: 'Status',
	harvests: 'Harvests',
	dumps: 'Dumps',
	audit: 'Audit',
	invitation: 'Set your password',
} as const;

export type SectionName = keyof typeof sectionTitle;

/** Names the role that sees all pages. */
export const adminRole = 'admin';

const forAll: readonly SectionName[] = ['events', 'submit', 'tokens', 'password'];
const forAdmins: readonly SectionName[] = [...forAll, 'users', 'status', 'harvests', 'dumps', 'audit'];

/** Lists which pages an account has. */
export function sectionsFor(roles: readonly string[]): readonly SectionName[] {
	return roles.includes(adminRole) ? forAdmins : forAll;
}
