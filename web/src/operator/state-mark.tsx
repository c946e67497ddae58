// The mark of a state: of an event or a load.

/** Renders the name of a state in its colour. */
export function StateMark({ status }: { status: string }) {
	return <span class={`state ${status.replaceAll(' ', '-')}`}>{status}</span>;
}
