// An identifier with its scheme, as a link to the page of its work.
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { schemeTitle } from '../../../src/identifiers/index.ts';
import { objectPath } from '../address/object-view.ts';
import { IdentifierText } from './identifier-text.tsx';

/** Renders the scheme and the link. */
export function IdentifierLink({ identifier: { ID, IDScheme } }: { identifier: AnsweredIdentifier }) {
	return (
		<>
			<span class="scheme">{schemeTitle(IDScheme)}</span>{' '}
			<a class="identifier" href={objectPath(IDScheme, ID)}>
				<IdentifierText ID={ID} />
			</a>
		</>
	);
}

/** Renders a list of identifiers, such as suggestions; nothing if it is empty. */
export function IdentifierLinks({ identifiers }: { identifiers: readonly AnsweredIdentifier[] }) {
	if (identifiers.length === 0) return null;
	return (
		<ul>
			{identifiers.map((identifier) => (
				<li key={`${identifier.IDScheme} ${identifier.ID}`}>
					<IdentifierLink identifier={identifier} />
				</li>
			))}
		</ul>
	);
}
