// The names of the administration pages, and which roles can see them.

/** Names the pages in the order of their navigation. */
export const sectionTitle = {
	loads: 'Loads',
	events: 'Events',
	submit: 'Submit a table',
	subscriptions: 'Subscriptions',
	tokens: 'Your tokens',
	password: 'Your password',
	users: 'Users and roles',
	status: 'Status',
	harvests: 'Harvests',
	dumps: 'Dumps',
	notifications: 'Received notifications',
	audit: 'Audit',
	invitation: 'Set your password',
} as const;

export type SectionName = keyof typeof sectionTitle;

/** Names the role that sees all pages. */
export const adminRole = 'admin';

const forAll: readonly SectionName[] = ['loads', 'events', 'submit', 'subscriptions', 'tokens', 'password'];
const forAdmins: readonly SectionName[] = [...forAll, 'users', 'status', 'harvests', 'dumps', 'notifications', 'audit'];

/** Lists the pages for these roles. */
export function sectionsFor(roles: readonly string[]): readonly SectionName[] {
	return roles.includes(adminRole) ? forAdmins : forAll;
}
