// The first page of a harvest that was tried: what came, how much there is, and what it holds.
import { useEffect } from 'preact/hooks';
import type { HarvestPreview } from '../../../clients/typescript/src/operator-schemas.ts';
import { countText, durationText } from '../../../src/links/words.ts';
import { announce } from '../shell/announcer.tsx';
import { linksText, Outcome } from '../submit/previewed.tsx';
import { countedText } from './event-words.ts';

/** Renders the result of a trial; the script announces it. */
export function HarvestTrial({ preview }: { preview: HarvestPreview }) {
	const { address, notes, page } = preview;
	const sentences = trialSentences(preview);
	useEffect(() => announce(sentences.join(' ')), [preview]);
	return (
		<section class="submit harvest-trial" aria-labelledby="tried">
			<h3 id="tried">The first page</h3>
			<p>{sentences.join(' ')}</p>
			<p class="note">
				Requested: <code>{address}</code>
			</p>
			{notes.map((note) => (
				<p class="notice" key={note}>
					{note}
				</p>
			))}
			{page && <Outcome preview={page} lines={false} />}
		</section>
	);
}

/** Writes what the page says of the whole. */
export function trialSentences({ total, records, page, page_seconds, estimate }: HarvestPreview): string[] {
	if (page === null) return ['Nothing would be harvested.'];
	const inAll =
		total === null
			? 'The service does not say how many records it has.'
			: `The service has ${countText(total)} in all.`;
	const came = `${countedText(records, 'record', 'records')} with ${linksText(page.read.links)} came`;
	const took = page_seconds === null ? '' : ` in ${durationText(page_seconds)}`;
	return [`${came}${took}.`, inAll, ...(estimate === null ? [] : [estimateText(estimate)])];
}

function estimateText({ pages, seconds }: NonNullable<HarvestPreview['estimate']>): string {
	if (pages <= 1) return 'That is everything.';
	return `The first run reads ${countText(pages)} pages, and takes at least ${durationText(seconds)}.`;
}
