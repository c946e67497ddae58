// What the link of an invitation looks like; knows no invitation.

/**
 * Writes the link of an invitation. `root` is the address at which the broker is reached. The secret
 * follows `#`, which browsers send to no server: it comes into no log.
 */
export function invitationLink(root: string, secret: string): string {
	return `${root.replace(/\/(?:api)?$/, '')}/operator/invitation#${secret}`;
}
