// What follows for the other columns when one is given what it holds; knows no table.
import { type ColumnRole, isSharedRole } from '../../../src/formats/dialects/column-roles.ts';

/** Gives a column a role; one that held it alone until then is not used any more. */
export function withRole(roles: readonly ColumnRole[], at: number, role: ColumnRole): ColumnRole[] {
	return roles.map((other, each) => {
		if (each === at) return role;
		return !isSharedRole(role) && other === role ? '-' : other;
	});
}
