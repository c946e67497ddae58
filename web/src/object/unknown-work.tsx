// Says that the broker knows nothing of an identifier, and what may be meant; knows no request.
import { suggestionReason } from '../../../src/links/words.ts';
import { objectPath } from '../address/object-view.ts';
import type { UnknownWork as Unknown } from '../api/work.ts';
import { schemeTitle } from '../shell/scheme-title.ts';

/** Renders what is shown in place of the links of a work that is not known. */
export function UnknownWork({ unknown: { understood, suggestions } }: { unknown: Unknown }) {
	return (
		<section class="notice" aria-labelledby="unknown-work">
			<h2 id="unknown-work">
				Nothing is known of {schemeTitle(understood.IDScheme)} <span class="identifier">{understood.ID}</span>
			</h2>
			{suggestions.length > 0 ? (
				<>
					<p>Known are:</p>
					<ul>
						{suggestions.map(({ ID, IDScheme, reason }) => (
							<li key={`${IDScheme} ${ID}`}>
								{schemeTitle(IDScheme)}{' '}
								<a class="identifier" href={objectPath(IDScheme, ID)}>
									{ID}
								</a>
								{suggestionReason[reason] && <span class="note">, {suggestionReason[reason]}</span>}
							</li>
						))}
					</ul>
				</>
			) : (
				<p>No link that was reported here names it. Check the spelling, or try another identifier of the same work.</p>
			)}
		</section>
	);
}
