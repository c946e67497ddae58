// An identifier as text; a long one breaks after its slashes and dots.
import { Fragment } from 'preact';

// A shorter one moves to the next line as a whole. Screen readers pause where a text may break.
const longestWhole = 40;

/** Renders an identifier; copied, it is the same text. */
export function IdentifierText({ ID }: { ID: string }) {
	if (ID.length <= longestWhole) return <>{ID}</>;
	return (
		<>
			{ID.split(/(?<=[/.:])(?![/.:])/).map((part, at) => (
				<Fragment key={`${at} ${part}`}>
					{at > 0 && <wbr />}
					{part}
				</Fragment>
			))}
		</>
	);
}
